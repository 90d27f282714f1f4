import type { UiNode, ViewHierarchy } from "../../screen/hierarchy.js";
import { hidesParts } from "../../screen/traits.js";
import { placeInWindow } from "../../screen/webview-nodes.js";
import { type FoundNode, nodeOf } from "../targets/node-address.js";

/** Each costs the device a question to the app, about a millisecond; the nearest say enough. */
const MOST = 8;

/**
 * Places in its tree of the nodes that say which one an element is, where its own node does not: the words in it, and
 * in a list those of the item that it lies in, the nearest first. A list that was scrolled on or sorted puts another
 * item into the same nodes, in which a button says the same.
 */
export function alongside({ observation, element }: FoundNode): readonly number[] {
  const { viewHierarchy: hierarchy } = observation;
  const node = nodeOf({ observation, element });
  if (!hierarchy || !node || element.node === null) return [];
  const { node: place } = element;
  const own = saying(hierarchy, place).filter((at) => at !== place);
  const item = itemAround(hierarchy, place);
  const others = item === null ? [] : saying(hierarchy, item).filter((at) => at !== place && !own.includes(at));
  const nearest = others.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place));
  const places = [...own, ...nearest].map((at) => placeInWindow(hierarchy, at));
  return places.filter((at) => at !== null).slice(0, MOST);
}

/** The nodes of a subtree that say something and are not typed into. */
function saying({ nodes }: ViewHierarchy, top: number): readonly number[] {
  const depth = nodes[top]?.depth ?? 0;
  const found: number[] = [];
  for (let at = top; at === top || (nodes[at]?.depth ?? 0) > depth; at += 1) {
    const node = nodes[at];
    if (node && hasWords(node)) found.push(at);
  }
  return found;
}

/** What is typed changes while a node stays itself, and the device does not compare it. */
function hasWords({ text, contentDescription, details }: UiNode): boolean {
  return ((text ?? "") !== "" || (contentDescription ?? "") !== "") && details?.states?.includes("editable") !== true;
}

/** The outermost node around it within the innermost thing that scrolls; null if nothing does. */
function itemAround({ nodes }: ViewHierarchy, place: number): number | null {
  let item = place;
  for (let at = nodes[place]?.parent ?? null; at !== null; at = nodes[at]?.parent ?? null) {
    const node = nodes[at];
    if (node && hidesParts(node)) return item;
    item = at;
  }
  return null;
}
