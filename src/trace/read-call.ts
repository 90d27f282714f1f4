import { CALLS_FILE } from "./manifest.js";
import { readJsonLine, type StepProblem } from "./read-step.js";
import { callSchema, type TraceCall } from "./x-fovea.js";

export type CallRead =
  | { readonly call: TraceCall; readonly problems: readonly [] }
  | { readonly call: null; readonly problems: readonly StepProblem[] };

/** Reads one line of `calls.jsonl`. Never throws: problems are returned, with their paths. */
export function readCall(text: string, line: number): CallRead {
  const { value, problems } = readJsonLine(callSchema, text, line);
  if (value !== null) return { call: value, problems: [] };
  return { call: null, problems: problems.map((problem) => ({ file: CALLS_FILE, ...problem })) };
}
