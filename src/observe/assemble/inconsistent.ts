import type { ActiveWindow } from "../../screen/facts.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import type { ObservationParts } from "../observation-parts.js";
import type { WindowFacts } from "../parse/window/window-facts.js";

/**
 * True if the parts of an observation are certainly of different screens: the screen turned, the focus moved, the
 * keyboard came or went or a transition began between the first word of the window manager and its word right after the
 * dump; or the tree is of another package than the focused window; or the picture was begun in a transition, or lies
 * where the screen stands. Unknown facts are not compared. For the companion's hierarchy the events decide: windows
 * came or went while the parts were taken. The picture is taken between those two words (see look.ts): it belongs to
 * them where they agree.
 */
export function isInconsistent({
  window,
  hierarchy,
  screenshot,
  picture,
  windowsMoved,
}: Pick<ObservationParts, "window" | "hierarchy" | "screenshot" | "picture" | "windowsMoved">): boolean {
  if (windowsMoved) return true;
  const before = window.value;
  const after = hierarchy?.value?.windowAfter ?? null;
  if (before && after && (isTurned(before.rotation, after.rotation) || isOtherFocus(before, after))) return true;
  if (before && after && isFocusLost(before, after)) return true;
  if (before && after && isOtherKeyboard(before, after)) return true;
  if (before && after && screenshot?.value && isFocusLost(after, before)) return true;
  const active = after?.activeWindow ?? before?.activeWindow ?? null;
  if (active && hierarchy?.value && !hierarchy.value.live && isOtherPackage(active, hierarchy.value.hierarchy))
    return true;
  const facts = after ?? before;
  // screencap shows the default display, whichever one has the focus.
  const shown = screenshot?.value?.frame ?? picture?.value;
  if (!facts?.screenSize || facts.displayId !== 0 || !shown) return false;
  return isLandscape(facts.screenSize) !== isLandscape(shown);
}

/** The keyboard came or went: an app makes room for it, and the tree may be of before or after that. */
function isOtherKeyboard({ ime: before }: Pick<WindowFacts, "ime">, { ime: after }: Pick<WindowFacts, "ime">): boolean {
  const [was, is] = [before?.visible ?? null, after?.visible ?? null];
  return was !== null && is !== null && was !== is;
}

interface Focus {
  readonly activeWindow: ActiveWindow | null;
}

function isTurned(before: number | null, after: number | null): boolean {
  return before !== null && after !== null && before !== after;
}

function isOtherFocus({ activeWindow: before }: Focus, { activeWindow: after }: Focus): boolean {
  if (!before || !after) return false;
  // Under the shade, which keeps the focus, another app came to the front.
  if (before.app && after.app && before.app.component !== after.app.component) return true;
  if (before.windowId !== null && after.windowId !== null) return before.windowId !== after.windowId;
  return before.title !== after.title;
}

/**
 * A window had the focus at one moment and none at the other: a transition. Where it began after the dump, the tree is
 * of what went away; where it ended before the dump, only a picture may show the windows on their way.
 */
function isFocusLost({ activeWindow: one }: Focus, { activeWindow: other }: Focus): boolean {
  return one?.basis === "focus" && other?.basis === "focusedApp";
}

/**
 * By the packages of the roots, which are the windows': other nodes may come from elsewhere (widgets, remote views).
 * Popups and other windows whose title does not contain the package are not compared.
 */
function isOtherPackage(active: ActiveWindow, { windows, nodes }: ViewHierarchy): boolean {
  if (active.package === null || active.basis === "topWindow") return false;
  const roots = windows.flatMap(({ root }) => (root === null ? [] : nodes[root]?.package || []));
  return roots.length > 0 && !roots.includes(active.package);
}

function isLandscape({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return width > height;
}
