/** Codes of reading and writing traces, and the ways to recover; part of the one table in `errors.ts`. */
export const TRACE_ERRORS = {
  TRACE_UNREADABLE: [
    "Name the folder of a trace, or its steps.jsonl: `fovea trace validate PATH` says what is wrong with one.",
  ],
  TRACE_UNWRITABLE: [
    "Name another folder with --trace, one that can be written to and has room, or go on without a trace.",
    "`fovea trace validate PATH` says what is there up to now.",
  ],
  TRACE_RUNNING: ["Call stop_trace first, or go on: what is done is recorded."],
  TRACE_NOT_RUNNING: ["Call start_trace first."],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;
