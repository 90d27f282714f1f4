import type { UnseenChange } from "../actions/change-unseen.js";
import type { ToolAnswer } from "../tool-contract/tool.js";

/** The answer for a change that the screen does not show: what was done, and the evidence. */
export function unseenAnswer({ did, proof, evidence }: UnseenChange): ToolAnswer {
  return { text: `${did}\n${proof}: ${evidence.join(", ")}` };
}
