import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { FLOW_FILE } from "./manifest.js";

/** A line of `flow.jsonl`: a step of a flow that was run while the trace was recorded. */
export const flowLineSchema = z.looseObject({
  /** The beginning of the step, in seconds since the trace began. */
  timestamp: z.number(),
  duration_ms: z.number().min(0),
  /** The name of the flow. */
  flow: z.string(),
  /** The command in words: `tapOn "Save"`. */
  name: z.string(),
  /** The place of the step in its file: `login.yaml:12`. */
  place: z.string(),
  outcome: z.string(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  notes: z.array(z.string()),
  /** The lines of the flow around it; null if its file cannot be read. */
  source: z
    .looseObject({ file: z.string(), line: z.int(), first_line: z.int(), lines: z.array(z.string()) })
    .nullable(),
  /** For a step that failed: the last lines that the app logged; null if none were read. */
  log: z.array(z.string()).nullable(),
  /** The paths of images that were saved beside the trace. */
  pictures: z.array(z.string()),
});
export type FlowLine = z.infer<typeof flowLineSchema>;

/** A larger file was not written by Fovea, and is not read. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_LINES = 20_000;

/** The steps of flows in the folder of a trace, and the number of invalid lines. */
export async function readFlowLines(
  folder: string,
): Promise<{ readonly lines: readonly FlowLine[]; readonly problems: number }> {
  const path = join(folder, FLOW_FILE);
  const found = await stat(path).catch(() => null); // most traces have no such file
  if (!found?.isFile()) return { lines: [], problems: 0 };
  if (found.size > MOST_BYTES) return { lines: [], problems: 1 };
  const lines: FlowLine[] = [];
  let problems = 0;
  for await (const text of createInterface({
    input: createReadStream(path, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const line = lineOf(text);
    if (line && lines.length < MOST_LINES) lines.push(line);
    else problems += 1;
  }
  return { lines, problems };
}

function lineOf(text: string): FlowLine | null {
  try {
    return flowLineSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
