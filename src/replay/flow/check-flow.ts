import { toFoveaError } from "../../base/errors.js";
import { readFlowFile } from "./load-flow.js";
import type { ReadFlow } from "./parse-flow.js";

/** The mistakes in a flow, with file and line; none if it can be run. */
export interface FlowCheck {
  readonly file: string;
  readonly mistakes: readonly string[];
}

/**
 * Reads a flow of a workspace and all flows that it runs, and performs nothing. Mistakes in the flow are results.
 * Errors: all others.
 */
export async function checkFlow(file: string, root: string): Promise<FlowCheck> {
  const { mistakes } = await readChecked(file, root);
  return { file, mistakes: mistakes.map(({ message }) => message) };
}

/** The same, with the flow; null for the flow if its file cannot be read. */
export async function readChecked(file: string, root: string, hasModel = false): Promise<ReadFlow> {
  try {
    return await readFlowFile(file, root, hasModel);
  } catch (cause) {
    const error = toFoveaError(cause);
    if (error.code !== "FLOW_INVALID" && error.code !== "FLOW_UNSUPPORTED") throw error;
    return { flow: null, mistakes: [error], files: [file] };
  }
}
