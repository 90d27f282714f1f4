import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FoveaError } from "../base/errors.js";
import { MANIFEST_FILE, manifestSchema, STEPS_FILE, type TraceManifest } from "./manifest.js";
import type { StepProblem } from "./read-step.js";

/** A trace on the disk: a folder as Fovea writes them, or one file of steps of anybody's. */
export interface OpenTrace {
  /** What paths of screenshots are relative to. */
  readonly folder: string;
  readonly stepsPath: string;
  /** Null for a file alone, and where it is broken. */
  readonly manifest: TraceManifest | null;
  /** What is wrong with the manifest; its lines are 0. */
  readonly problems: readonly StepProblem[];
}

/** Errors: TRACE_UNREADABLE where there is neither a folder with steps nor a file. */
export async function openTrace(path: string): Promise<OpenTrace> {
  const kind = await kindOf(path);
  if (kind === "file") return { folder: dirname(path), stepsPath: path, manifest: null, problems: [] };
  const stepsPath = join(path, STEPS_FILE);
  if (kind === null || (await kindOf(stepsPath)) !== "file") {
    throw new FoveaError("TRACE_UNREADABLE", `${path} is neither a file of steps nor a folder with ${STEPS_FILE}`);
  }
  const read = await readManifest(join(path, MANIFEST_FILE));
  return { folder: path, stepsPath, ...read };
}

async function kindOf(path: string): Promise<"file" | "folder" | null> {
  const found = await stat(path).catch(() => null);
  return found ? (found.isDirectory() ? "folder" : "file") : null;
}

async function readManifest(path: string): Promise<Pick<OpenTrace, "manifest" | "problems">> {
  const problem = (where: string, reason: string) => ({ line: 0, path: where, reason: `${MANIFEST_FILE}: ${reason}` });
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(await readFile(path, "utf8")));
    if (parsed.success) return { manifest: parsed.data, problems: [] };
    return { manifest: null, problems: parsed.error.issues.map((one) => problem(one.path.join("."), one.message)) };
  } catch (error) {
    return { manifest: null, problems: [problem("", error instanceof Error ? error.message : String(error))] };
  }
}
