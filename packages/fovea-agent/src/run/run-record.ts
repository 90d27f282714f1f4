import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { AgentError } from "../agent-error.js";
import type { AgentOptions } from "../public-types.js";
import { fileWords } from "./file-words.js";
import { writeWhole } from "./private-file.js";

const recordSchema = z.strictObject({
  fovea_agent_run: z.literal(1),
  task: z.string(),
  expected: z.string().nullable(),
  expect: z.string().nullable(),
  /** How the run ended finally; null while it may continue. */
  end: z.string().nullable(),
  /** The kind of the run; only a run of the graph (`omni`) can be resumed. */
  by: z.enum(["omni", "computer"]).default("omni"),
});
export type RunRecord = z.infer<typeof recordSchema>;

/**
 * Opens the existing run of a folder, or makes a new one. Errors: AGENT_RUN_UNUSABLE if the run is for another task,
 * has ended, or cannot be read.
 */
export async function openRecord(options: AgentOptions): Promise<RunRecord> {
  const path = join(options.folder, "run.json");
  const { task, expected = null, expect = null } = options;
  const by = options.computerUse === undefined ? "omni" : "computer";
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new AgentError("AGENT_RUN_UNUSABLE", `${path} cannot be read: ${fileWords(error)}`, { cause: error });
  });
  if (text === null) {
    const record: RunRecord = { fovea_agent_run: 1, task, expected, expect, end: null, by };
    await writeWhole(path, JSON.stringify(record)).catch((cause: unknown) => {
      throw new AgentError("AGENT_RUN_UNUSABLE", `${options.folder} cannot be written: ${fileWords(cause)}`, { cause });
    });
    return record;
  }
  const record = parseRecord(text, path);
  if (record.end !== null)
    throw new AgentError("AGENT_RUN_UNUSABLE", `the run in ${options.folder} has ended (${record.end})`);
  if (by === "computer" || record.by !== by)
    throw new AgentError("AGENT_RUN_UNUSABLE", `the run in ${options.folder} cannot go on: it is one of ${record.by}`);
  if (record.task !== task || record.expect !== expect)
    throw new AgentError("AGENT_RUN_UNUSABLE", `the run in ${options.folder} has another task or condition`);
  return record;
}

/** Reads the run of a folder, for a caller that continues it. Errors: AGENT_RUN_UNUSABLE. */
export async function readRecord(folder: string): Promise<RunRecord> {
  const path = join(folder, "run.json");
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new AgentError("AGENT_RUN_UNUSABLE", `there is no run in ${folder}: ${fileWords(cause)}`, { cause });
  });
  return parseRecord(text, path);
}

export async function closeRecord(folder: string, record: RunRecord, end: string): Promise<void> {
  await writeWhole(join(folder, "run.json"), JSON.stringify({ ...record, end }));
}

function parseRecord(text: string, path: string): RunRecord {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AgentError("AGENT_RUN_UNUSABLE", `${path} is not of a run of this version`, { cause });
  }
}
