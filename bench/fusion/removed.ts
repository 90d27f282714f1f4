import { area, type Size } from "../../src/base/geometry.js";
import type { ElementDraft } from "../../src/screen/element.js";
import type { UiNode, ViewHierarchy } from "../../src/screen/hierarchy.js";

/** Shares of the touch targets that are removed from the trees, with the subtrees that contain them. */
export const REMOVED = [0, 0.15, 0.3, 0.6] as const;

interface Removal {
  readonly share: number;
  readonly random: () => number;
}

/** The nodes of random subtrees that together contain this share of the leaves. */
export function removedNodes(
  tree: ViewHierarchy,
  leaves: readonly ElementDraft[],
  size: Size,
  { share, random }: Removal,
): ReadonlySet<number> {
  const gone = new Set<number>();
  const nodes = leaves.flatMap(({ node }) => (node === null ? [] : [node]));
  const isGone = () => nodes.filter((node) => gone.has(node)).length;
  const candidates = tree.nodes.flatMap((node, place) =>
    isCandidate(node, size) && nodes.some((leaf) => isUnder(tree, leaf, place)) ? [place] : [],
  );
  while (candidates.length > 0 && isGone() < nodes.length * share) {
    const [root] = candidates.splice(Math.floor(random() * candidates.length), 1);
    if (root === undefined) break;
    const subtree = tree.nodes.flatMap((_, place) => (isUnder(tree, place, root) ? [place] : []));
    const after = nodes.filter((node) => gone.has(node) || subtree.includes(node)).length;
    if (after <= Math.max(1, nodes.length * (share + 0.15))) for (const place of subtree) gone.add(place);
  }
  return gone;
}

function isCandidate({ bounds, parent }: UiNode, size: Size): boolean {
  return parent !== null && bounds !== null && area(bounds) <= size.width * size.height * 0.6;
}

function isUnder(tree: ViewHierarchy, place: number, root: number): boolean {
  for (let at: number | null = place; at !== null; at = tree.nodes[at]?.parent ?? null) if (at === root) return true;
  return false;
}
