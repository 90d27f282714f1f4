import { nextTurn } from "../base/steps.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";

/**
 * From this number of nodes on, other calls would wait too long while elements are read, matched and printed without a
 * pause.
 */
const LARGE_SCREEN_NODES = 1_000;

type Tree = Pick<ViewHierarchy, "nodeCount"> | null | undefined;

export function isLarge(tree: Tree): boolean {
  return (tree?.nodeCount ?? 0) >= LARGE_SCREEN_NODES;
}

/** Lets other calls run between two tasks on a large hierarchy; returns at once for a small one. */
export async function giveWay(tree: Tree): Promise<void> {
  if (isLarge(tree)) await nextTurn();
}
