import * as z from "zod";
import { malformed, readNode, type TreeNode, treeTables } from "./tree.js";

const patchSchema = z.strictObject({
  base: z.string().regex(/^[0-9a-f]{16}$/),
  places: z.array(z.int().min(0)).min(1).readonly(),
  nodes: z.array(z.unknown()),
  ...treeTables,
});

/** The differences of a tree from one of the same shape. */
export interface TreePatch {
  /** The name of the tree that the patch changes. */
  readonly base: string;
  /** The indices of the changed nodes: ascending, without repetition. */
  readonly places: readonly number[];
  /** The changed nodes, one for each index. */
  readonly nodes: readonly TreeNode[];
}

/** A patch as it was received. Errors: ON_DEVICE_PROTOCOL for anything that the schema does not allow. */
export function readTreePatch(content: unknown): TreePatch {
  const parsed = patchSchema.safeParse(content);
  if (!parsed.success) throw malformed("a patch", parsed.error);
  const { base, places, nodes, names, actionSets } = parsed.data;
  if (nodes.length !== places.length) throw malformed("a patch with different numbers of places and nodes");
  if (places.some((place, i) => place <= (places[i - 1] ?? -1)))
    throw malformed("a patch whose places are not in ascending order");
  return { base, places, nodes: nodes.map((node, i) => readNode(node, places[i] ?? -1, names, actionSets)) };
}

/**
 * Applies a patch to its base. Unchanged nodes are the base's own objects. Errors: ON_DEVICE_PROTOCOL if the patch does
 * not fit the base.
 */
export function patchTree(base: readonly TreeNode[], { places, nodes }: TreePatch): readonly TreeNode[] {
  const tree = [...base];
  for (const [i, node] of nodes.entries()) {
    const place = places[i] ?? -1;
    const before = base[place];
    if (before === undefined) throw malformed(`a patch of node ${place}, which is not there`);
    if (before.parent !== node.parent) throw malformed(`a patch that gives node ${place} another parent`);
    tree[place] = node;
  }
  return tree;
}
