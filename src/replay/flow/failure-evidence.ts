import { readFileSync } from "node:fs";
import { isFoveaError } from "../../base/errors.js";
import type { FailureEvidence, SourceLines } from "../report.js";

/** Lines of a flow that are shown before and behind the one of a step. */
const AROUND = 4;

export interface EvidenceRequest {
  /** The flow that the step is in, and its place, `login.yaml:12`. */
  readonly file: string;
  readonly place: string;
  /** Reads the log of the flow's app. Errors: those of the connection. */
  readonly readLog: (signal: AbortSignal) => Promise<readonly string[]>;
}

/** What there is of it; what cannot be read fails nothing. Errors: the signal's reason. */
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

/** The line of a step, and some around it; null if its file cannot be read. */
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
    return null; // it may be gone since it was read
  }
}
