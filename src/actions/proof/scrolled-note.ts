import { isSameFront } from "../../screen/changes.js";
import { findByRef, type UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import { contentOf, movedBy, movementBetween, type ScrolledContent } from "./scrolled-content.js";

/** Where the finger moved. */
type Direction = "up" | "down" | "left" | "right";

/** The direction, length and target of a swipe. */
export interface Swiped {
  readonly direction: Direction;
  /** The length of the finger's way, in device pixels. */
  readonly lengthPx: number;
  /** What it was to go over; null for the whole screen. */
  readonly on: UiElement | null;
}

const WHERE: Readonly<Record<Direction, string>> = {
  up: "below",
  down: "above",
  left: "to the right",
  right: "to the left",
};

/**
 * What a swipe found out about what scrolls: that its end is reached, that more may follow, or that rows may have been
 * skipped unseen. Null where nothing that scrolls was swiped over, or where it is another screen than before.
 */
export function scrolledNote(before: Observation | null, after: Observation | null, swiped: Swiped): string | null {
  if (!before || !after || !isReadable(before) || !isReadable(after) || !isSameScreen(before, after)) return null;
  const ref = swiped.on === null ? null : scrollingAround(before, swiped.on);
  if (swiped.on !== null && ref === null) return null;
  const [was, is] = [contentOf(before, ref), contentOf(after, ref)];
  if (was.container === null || is.container === null || was.elements.length === 0) return null;
  return rowsNote(was, is, { ...swiped, slopPx: slopPx(after) });
}

/** The same of what scrolls before and after. */
export function rowsNote(
  was: ScrolledContent,
  is: ScrolledContent,
  { direction, lengthPx, slopPx }: Omit<Swiped, "on"> & { readonly slopPx: number },
): string {
  const where = WHERE[direction];
  const movement = movementBetween(was, is);
  if (movement === "still") return `the end ${where} is reached: nothing moved`;
  if (movement === "jumped")
    return "! nothing of what was shown is left: rows in between may have been skipped; speed slow skips none";
  const moved = Math.abs(movedBy(was, is, direction === "up" || direction === "down"));
  // Content follows the finger, less the touch slop, unless it ends; where the container itself moved, it may not.
  const isShort = moved < lengthPx * FOLLOWS - slopPx && isAtPlace(was.container, is.container);
  return isShort ? `the end ${where} is reached` : `not at its end: more may follow ${where}`;
}

/** Less than this share of the finger's way, beyond the touch slop, is not all of it. */
const FOLLOWS = 0.9;
/** ViewConfiguration.TOUCH_SLOP in dp; toolkits and vendors have up to twice as much. */
const TOUCH_SLOP_DP = 16;
const USUAL_DPI = 160;

function slopPx({ density }: Observation): number {
  return (TOUCH_SLOP_DP * (density ?? 2 * USUAL_DPI)) / USUAL_DPI;
}

function isSameScreen({ activeWindow: old, rotation }: Observation, after: Observation): boolean {
  const now = after.activeWindow;
  return old !== null && now !== null && isSameFront(old, now) && rotation === after.rotation;
}

function isAtPlace(before: UiElement | null, after: UiElement | null): boolean {
  if (before === null || after === null) return false;
  const [one, other] = [before.bounds, after.bounds];
  return one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom;
}

/** The ref of the element itself or of what is around it that scrolls. */
function scrollingAround({ elements }: Observation, on: UiElement): string | null {
  let at: UiElement | undefined = on;
  while (at && at.scrollable !== true && !at.actions.includes("scroll"))
    at = at.parent === null ? undefined : findByRef(elements, at.parent);
  return at?.ref ?? null;
}
