import { actionKey } from "./action-sig.js";
import type { ActionSig } from "./graph.js";
import { hashOf } from "./identity/screen-print.js";

/** The id of an edge: equal in every graph for the same two vertices and the same action. */
export function edgeIdOf(from: string, to: string, action: ActionSig): string {
  return `a${hashOf([from, to, actionKey(action)].join("\n"))}`;
}
