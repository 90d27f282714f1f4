import type { UiNode, ViewHierarchy } from "../../screen/hierarchy.js";
import { hidesParts } from "../../screen/traits.js";
import { placeInWindow } from "../../screen/webview-nodes.js";
import { type FoundNode, nodeOf } from "../targets/node-address.js";

/**
 * How many nodes are compared at most. Each costs the device a question to the app, about 1 ms; the nearest are enough.
 */
const MOST = 8;

/**
 * Indices in the hierarchy of the nodes whose words identify an element beyond its own node, the nearest first: the
 * nodes with words in it, and in a list those of its item. After a list was scrolled or sorted, the same nodes show
 * another item, in which a button has the same words.
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

/** The nodes of a subtree that have words and are not editable. */
function saying({ nodes }: ViewHierarchy, top: number): readonly number[] {
  const depth = nodes[top]?.depth ?? 0;
  const found: number[] = [];
  for (let at = top; at === top || (nodes[at]?.depth ?? 0) > depth; at += 1) {
    const node = nodes[at];
    if (node && hasWords(node)) found.push(at);
  }
  return found;
}

/** Typed text changes while a node stays the same, and the device does not compare it. */
function hasWords({ text, contentDescription, details }: UiNode): boolean {
  return ((text ?? "") !== "" || (contentDescription ?? "") !== "") && details?.states?.includes("editable") !== true;
}

/** The outermost node around it inside the innermost scroll container; null if there is no such container. */
function itemAround({ nodes }: ViewHierarchy, place: number): number | null {
  let item = place;
  for (let at = nodes[place]?.parent ?? null; at !== null; at = nodes[at]?.parent ?? null) {
    const node = nodes[at];
    if (node && hidesParts(node)) return item;
    item = at;
  }
  return null;
}
