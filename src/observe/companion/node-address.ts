import type { NodeAddress } from "../../devices/companion/requests.js";
import type { UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import { placeInWindow } from "../../screen/webview-nodes.js";

/**
 * The address of an element's node for actions of the companion. It is valid only in the epoch of the observation's
 * hierarchy. Undefined if the hierarchy is from another source.
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
