import type { NodeAddress } from "../../devices/companion/requests.js";
import type { UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import { placeInWindow } from "../../screen/webview-nodes.js";

/**
 * How the companion names an element's node, for acting on it: within the epoch of the observation's hierarchy only.
 * Undefined if another source saw it.
 */
export function nodeAddress(
  { viewHierarchy }: Pick<Observation, "viewHierarchy">,
  { node, window: place }: UiElement,
): NodeAddress | undefined {
  const window = viewHierarchy?.windows[place];
  if (!viewHierarchy?.epoch || !window || node === null) return undefined;
  const { windowId, tree } = window;
  const at = placeInWindow(viewHierarchy, node);
  return windowId === null || tree === null || at === null ? undefined : { window: windowId, tree, node: at };
}
