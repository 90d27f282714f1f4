import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { issueWords } from "../base/zod-words.js";
import { CALLS_FILE, MANIFEST_FILE, manifestSchema, STEPS_FILE, type TraceManifest } from "./manifest.js";
import type { StepProblem } from "./read-step.js";
import { unpackTrace } from "./unpack-trace.js";

/** A trace on the disk: a folder as Fovea writes it, a `.fovea` file, or a single file of steps from any program. */
export interface OpenTrace extends AsyncDisposable {
  /**
   * The folder to which paths of screenshots are relative. For a `.fovea` file it is temporary, and removed with this
   * object.
   */
  readonly folder: string;
  readonly stepsPath: string;
  /** Null if no calls were recorded. */
  readonly callsPath: string | null;
  /** Null for a single file, and if the manifest is damaged. */
  readonly manifest: TraceManifest | null;
  /** The problems of the manifest; their line is 0. */
  readonly problems: readonly StepProblem[];
}

/**
 * Opens the folder of a trace, a folder that contains exactly one such folder, a `.fovea` file or a file of steps.
 * Errors: TRACE_UNREADABLE if it is none of these or contains several; the signal's reason while a `.fovea` file is
 * unpacked.
 */
export async function openTrace(path: string, signal?: AbortSignal): Promise<OpenTrace> {
  const kind = await kindOf(path);
  if (kind === "folder") return { ...(await openFolder(await traceFolderIn(path))), ...NOTHING_TO_REMOVE };
  if (kind === null) throw notFound(path);
  if (await isZip(path)) return await openUnpacked(path, signal);
  const alone = { folder: dirname(path), stepsPath: path, callsPath: null, manifest: null, problems: [] };
  return { ...alone, ...NOTHING_TO_REMOVE };
}

const NOTHING_TO_REMOVE: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

function notFound(path: string): FoveaError {
  const message = `${path} is neither a file of steps, a .fovea file nor a folder with ${STEPS_FILE}`;
  return new FoveaError("TRACE_UNREADABLE", message);
}

async function kindOf(path: string): Promise<"file" | "folder" | null> {
  const found = await stat(path).catch(() => null);
  return found ? (found.isDirectory() ? "folder" : "file") : null;
}

/** The path itself if it is one trace, else the traces in that folder, sorted; empty if there are none. */
export async function tracesIn(path: string): Promise<readonly string[]> {
  const isOne = (await kindOf(path)) === "file" || (await kindOf(join(path, STEPS_FILE))) === "file";
  if (isOne) return [path];
  const packed = (await filesIn(path)).filter((name) => name.endsWith(".fovea"));
  return [...(await namesIn(path)), ...packed].sort().map((name) => join(path, name));
}

async function filesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function namesIn(path: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of (await readdir(path).catch(() => [])).sort()) {
    if ((await kindOf(join(path, name, STEPS_FILE))) === "file") found.push(name);
  }
  return found;
}

async function traceFolderIn(path: string): Promise<string> {
  if ((await kindOf(join(path, STEPS_FILE))) === "file") return path;
  const found = await namesIn(path);
  const [only] = found;
  if (only === undefined) throw notFound(path);
  if (found.length === 1) return join(path, only);
  throw new FoveaError("TRACE_UNREADABLE", `${path} holds ${found.length} traces: ${namesOf(found)}`, {
    hint: `Name one of them, for example \`fovea trace validate ${JSON.stringify(join(path, only))}\`.`,
  });
}

const MOST_NAMED = 10;

function namesOf(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : "";
  return `${names.slice(0, MOST_NAMED).join(", ")}${more}`;
}

/** The first bytes of a ZIP archive that is not empty. */
const ZIP_START = Buffer.from("PK\u0003\u0004", "latin1");

async function isZip(path: string): Promise<boolean> {
  if (path.endsWith(".fovea")) return true;
  const file = await open(path, "r").catch((cause: unknown) => {
    throw new FoveaError("TRACE_UNREADABLE", `${path} cannot be read: ${causeWords(cause)}`, { cause });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ZIP_START.length), 0, ZIP_START.length, 0);
    return bytesRead === ZIP_START.length && ZIP_START.equals(buffer);
  } finally {
    await file.close();
  }
}

async function openUnpacked(path: string, signal: AbortSignal | undefined): Promise<OpenTrace> {
  const unpacked = await unpackTrace(path, signal);
  const remove = async () => await rm(unpacked, { recursive: true, force: true });
  try {
    const folder = await traceFolderIn(unpacked).catch((cause: unknown) => {
      throw new FoveaError("TRACE_UNREADABLE", `${path} does not hold one trace, with its ${STEPS_FILE}`, { cause });
    });
    return { ...(await openFolder(folder)), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function openFolder(folder: string): Promise<Omit<OpenTrace, keyof AsyncDisposable>> {
  const callsPath = join(folder, CALLS_FILE);
  const hasCalls = (await kindOf(callsPath)) === "file";
  const read = await readManifest(join(folder, MANIFEST_FILE));
  return { folder, stepsPath: join(folder, STEPS_FILE), callsPath: hasCalls ? callsPath : null, ...read };
}

async function readManifest(path: string): Promise<Pick<OpenTrace, "manifest" | "problems">> {
  const problem = (where: string, reason: string) => ({ file: MANIFEST_FILE, line: 0, path: where, reason });
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(await readFile(path, "utf8")), { error: issueWords });
    if (parsed.success) return { manifest: parsed.data, problems: [] };
    return { manifest: null, problems: parsed.error.issues.map((one) => problem(one.path.join("."), one.message)) };
  } catch (error) {
    return { manifest: null, problems: [problem("", causeWords(error))] };
  }
}
