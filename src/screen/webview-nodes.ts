import type { UiNode, ViewHierarchy } from "./hierarchy.js";

/** True for a node that comes only from a page's DOM: the companion or uiautomator did not read it. */
export function isPageNode({ details }: Pick<UiNode, "details">): boolean {
  return details?.webview === "only";
}

/**
 * The place of a node in the tree of its window, as the companion counts it, from 0 for the root; null for a node that
 * the companion does not have, or in a window without a tree.
 */
export function placeInWindow({ nodes, windows }: Pick<ViewHierarchy, "nodes" | "windows">, at: number): number | null {
  const node = nodes[at];
  const root = node === undefined ? null : (windows[node.window]?.root ?? null);
  if (!node || root === null || isPageNode(node)) return null;
  let added = 0;
  for (let place = root; place < at; place += 1) if (nodes[place]?.details?.webview === "only") added += 1;
  return at - root - added;
}
