import { toFoveaError } from "../../base/errors.js";
import { mistakesOf } from "./load-flow.js";

/** What is wrong with a flow, by file and line; none where it can be run. */
export interface FlowCheck {
  readonly file: string;
  readonly mistakes: readonly string[];
}

/** Reads a flow and all that it runs, and does nothing. Errors: all others than those of the flow. */
export async function checkFlow(file: string): Promise<FlowCheck> {
  try {
    return { file, mistakes: await mistakesOf(file) };
  } catch (cause) {
    const error = toFoveaError(cause);
    if (error.code !== "FLOW_INVALID") throw error;
    return { file, mistakes: [error.message] };
  }
}
