import { readFileSync } from "node:fs";
import { isFoveaError } from "../../base/errors.js";
import type { FailureEvidence, SourceLines } from "../report.js";

/** How many lines of a flow are shown before and after the line of a step. */
const AROUND = 4;

export interface EvidenceRequest {
  /** The file of the step's flow, and the place of the step, `login.yaml:12`. */
  readonly file: string;
  readonly place: string;
  /** Reads the log of the flow's app. Errors: those of the connection. */
  readonly readLog: (signal: AbortSignal) => Promise<readonly string[]>;
}

/**
 * Collects the lines of the flow and the log. A log that cannot be read is null, not an error. Errors: the signal's
 * reason.
 */
export async function collectEvidence(
  { file, place, readLog }: EvidenceRequest,
  signal: AbortSignal,
): Promise<FailureEvidence> {
  const source = sourceOf({ file, place });
  try {
    return { source, log: await readLog(signal) };
  } catch (error) {
    if (signal.aborted || !isFoveaError(error)) throw error;
    return { source, log: null };
  }
}

/** The line of a step and some lines around it; null if its file cannot be read. */
export function sourceOf({ file, place }: Pick<EvidenceRequest, "file" | "place">): SourceLines | null {
  const text = textOf(file);
  if (text === null) return null;
  const line = Number(/:(\d{1,9})$/.exec(place)?.[1] ?? 1);
  const from = Math.max(0, line - 1 - AROUND);
  return { file, line, firstLine: from + 1, lines: text.split(/\r?\n/).slice(from, line + AROUND) };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null; // the file may have been removed since it was read
  }
}
