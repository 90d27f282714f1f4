import { PATCHES_SINCE_VERSION } from "./limits.js";
import type { OnDeviceWindow, SentWindow } from "./results.js";
import { malformed, type TreeNode } from "./tree.js";
import { patchTree, type TreePatch } from "./tree-patch.js";

/**
 * A window with its whole tree. Unchanged parts, which are not sent again, are the same objects as in `before`, which
 * is the window that the request named in `since`. Errors: ON_DEVICE_PROTOCOL if the client had no such tree.
 */
export function wholeWindow(window: SentWindow, before: OnDeviceWindow | undefined, version: number): OnDeviceWindow {
  const { content } = window;
  if (content === null) return { ...window, content: unchanged(window, before) };
  if (!("base" in content)) return { ...window, content };
  if (version < PATCHES_SINCE_VERSION) throw malformed("a patch, which the agreed version does not have");
  return { ...window, content: patched(window, content, before) };
}

function unchanged(window: SentWindow, before: OnDeviceWindow | undefined): readonly TreeNode[] | null {
  if (window.tree === null) return null;
  if (before?.tree === window.tree) return before.content;
  throw malformed("no nodes for a tree that the client does not have");
}

function patched(window: SentWindow, patch: TreePatch, before: OnDeviceWindow | undefined): readonly TreeNode[] {
  const base = before?.tree === patch.base ? before.content : null;
  if (!base) throw malformed("a patch of a tree that the client does not have");
  if (window.tree === null || window.tree === patch.base) throw malformed("a patch that gives the same tree");
  if (window.nodeCount !== base.length) throw malformed("a patch of a tree with another number of nodes");
  return patchTree(base, patch);
}
