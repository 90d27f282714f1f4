import type { ActiveWindow } from "../screen/facts.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";
import type { Look } from "./observe.js";

/**
 * True if the tree and the window facts of a look are surely of different screens: the screen turned, or the focus
 * moved to another window, between the first word of the window manager and its word right after the dump, or the tree is of another package
 * than the focused window. What is unknown speaks for nothing.
 */
export function isTorn({ window, hierarchy }: Look): boolean {
  const tree = hierarchy?.value;
  const facts = window.value;
  if (!tree || !facts) return false;
  const after = tree.windowAfter;
  if (isTurned(facts.rotation, after?.rotation ?? null)) return true;
  if (!facts.activeWindow) return false;
  if (after?.activeWindow && isOtherWindow(facts.activeWindow, after.activeWindow)) return true;
  return isOtherPackage(after?.activeWindow ?? facts.activeWindow, tree.hierarchy);
}

function isTurned(before: number | null, after: number | null): boolean {
  return before !== null && after !== null && before !== after;
}

function isOtherWindow(before: ActiveWindow, after: ActiveWindow): boolean {
  if (before.windowId !== null && after.windowId !== null) return before.windowId !== after.windowId;
  return before.title !== after.title;
}

/** Popups and other windows whose package the title does not tell are not compared. */
function isOtherPackage(active: ActiveWindow, hierarchy: ViewHierarchy): boolean {
  if (active.package === null || active.basis !== "focus" || hierarchy.packages.length === 0) return false;
  return !hierarchy.packages.includes(active.package);
}
