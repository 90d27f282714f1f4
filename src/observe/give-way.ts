import { nextTurn } from "../base/steps.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";

/**
 * From this number of nodes on, reading, matching and printing elements in one go would keep other calls
 * waiting.
 */
const LARGE_SCREEN_NODES = 1_000;

type Tree = Pick<ViewHierarchy, "nodeCount"> | null | undefined;

export function isLarge(tree: Tree): boolean {
  return (tree?.nodeCount ?? 0) >= LARGE_SCREEN_NODES;
}

/** Lets other calls have their turn between two works on a large tree; of others, goes on at once. */
export async function giveWay(tree: Tree): Promise<void> {
  if (isLarge(tree)) await nextTurn();
}
