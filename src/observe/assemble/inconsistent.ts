import type { ActiveWindow } from "../../screen/facts.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import type { ObservationParts } from "../observation-parts.js";
import type { WindowFacts } from "../parse/window/window-facts.js";

/**
 * True if the parts of an observation certainly show different screens. The window manager reports at the start and
 * right after the dump. In between the screen turned, the focus moved, the keyboard appeared or disappeared, or a
 * transition began. Or the hierarchy belongs to another package than the focused window, the screenshot was begun in a
 * transition, or it is landscape while the screen is portrait (or the reverse). Unknown facts are not compared. For the
 * companion's hierarchy the events decide: windows appeared or disappeared while the parts were read. The screenshot is
 * taken between the two reports of the window manager (see sources/take-parts.ts): it belongs to them if they agree.
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
  // screencap shows the default display, even if another display has the focus.
  const shown = screenshot?.value?.frame ?? picture?.value;
  if (!facts?.screenSize || facts.displayId !== 0 || !shown) return false;
  return isLandscape(facts.screenSize) !== isLandscape(shown);
}

/** The keyboard appeared or disappeared. An app resizes for it, and the hierarchy may be from before or after that. */
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
  // Another app came to the front under the notification shade, which keeps the focus.
  if (before.app && after.app && before.app.component !== after.app.component) return true;
  if (before.windowId !== null && after.windowId !== null) return before.windowId !== after.windowId;
  return before.title !== after.title;
}

/**
 * A window had the focus at one moment and no window had it at the other: a transition. If it began after the dump, the
 * hierarchy is of the window that went away; if it ended before the dump, only a screenshot may show moving windows.
 */
function isFocusLost({ activeWindow: one }: Focus, { activeWindow: other }: Focus): boolean {
  return one?.basis === "focus" && other?.basis === "focusedApp";
}

/**
 * Compares the packages of the root nodes, which are those of the windows: other nodes may have other packages
 * (widgets, remote views). Does not compare popups and other windows whose title does not contain the package.
 */
function isOtherPackage(active: ActiveWindow, { windows, nodes }: ViewHierarchy): boolean {
  if (active.package === null || active.basis === "topWindow") return false;
  const roots = windows.flatMap(({ root }) => (root === null ? [] : nodes[root]?.package || []));
  return roots.length > 0 && !roots.includes(active.package);
}

function isLandscape({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return width > height;
}
