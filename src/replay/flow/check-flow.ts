import { toFoveaError } from "../../base/errors.js";
import { readFlowFile } from "./load-flow.js";
import type { ReadFlow } from "./parse-flow.js";

/** What is wrong with a flow, by file and line; none if it can be run. */
export interface FlowCheck {
  readonly file: string;
  readonly mistakes: readonly string[];
}

/** Reads a flow of a workspace and all that it runs, and does nothing. Errors: all others than those of the flow. */
export async function checkFlow(file: string, root: string): Promise<FlowCheck> {
  const { mistakes } = await readChecked(file, root);
  return { file, mistakes: mistakes.map(({ message }) => message) };
}

/** The same as what was read; null for the flow where even the file cannot be read. */
export async function readChecked(file: string, root: string, hasModel = false): Promise<ReadFlow> {
  try {
    return await readFlowFile(file, root, hasModel);
  } catch (cause) {
    const error = toFoveaError(cause);
    if (error.code !== "FLOW_INVALID" && error.code !== "FLOW_UNSUPPORTED") throw error;
    return { flow: null, mistakes: [error], files: [file] };
  }
}
