import { actionKey } from "./action-sig.js";
import type { ActionSig } from "./graph.js";
import { hashOf } from "./identity/screen-print.js";

/** The id of an edge: the same two vertices and action have the same id in every graph. */
export function edgeIdOf(from: string, to: string, action: ActionSig): string {
  return `a${hashOf([from, to, actionKey(action)].join("\n"))}`;
}
