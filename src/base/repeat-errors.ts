import { FLOW_ERRORS } from "./flow-errors.js";
import { RECORDING_ERRORS } from "./recording-errors.js";
import { REPLAY_ERRORS } from "./replay-errors.js";
import { TRACE_ERRORS } from "./trace-errors.js";

/** Codes of what is written down and done again; part of the one table in `errors.ts`. */
export const REPEAT_ERRORS = { ...REPLAY_ERRORS, ...FLOW_ERRORS, ...TRACE_ERRORS, ...RECORDING_ERRORS } as const;
