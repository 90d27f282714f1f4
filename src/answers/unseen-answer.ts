import type { UnseenChange } from "../actions/change-unseen.js";
import type { ToolAnswer } from "../tool-contract/tool.js";

/** What was done, and what shows it. */
export function unseenAnswer({ did, proof, evidence }: UnseenChange): ToolAnswer {
  return { text: `${did}\n${proof}: ${evidence.join(", ")}` };
}
