import type { UiNode, ViewHierarchy } from "./hierarchy.js";
import { classReader, isCollection } from "./role.js";
import { hidesParts } from "./traits.js";

/** A node with its place. */
export type PlacedNode = readonly [place: number, node: UiNode];

/** The nodes around a node, from the inside out; at most `most` of them, if given. Empty for no node. */
export function* nodesAbove(
  nodes: readonly UiNode[],
  place: number | null | undefined,
  most = Number.POSITIVE_INFINITY,
): Generator<PlacedNode> {
  let at = nodes[place ?? -1]?.parent ?? null;
  for (let level = 0; at !== null && level < most; level += 1) {
    const node = nodes[at];
    if (!node) return;
    yield [at, node];
    at = node.parent;
  }
}

/** Whether an element around the node scrolls, or is a list. */
export function isScrolledIn(place: number | null | undefined, { nodes }: Pick<ViewHierarchy, "nodes">): boolean {
  const classOf = classReader();
  for (const [, node] of nodesAbove(nodes, place)) if (hidesParts(node) || isCollection(classOf(node))) return true;
  return false;
}
