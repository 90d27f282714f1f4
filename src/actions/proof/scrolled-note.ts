import { isSameRect } from "../../base/geometry.js";
import { isSameFront } from "../../screen/changes.js";
import { findByRef, type UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import { contentOf, movedBy, movementBetween, type ScrolledContent } from "./scrolled-content.js";

/** The direction of the finger. */
type Direction = "up" | "down" | "left" | "right";

/** The direction, length and target of a swipe. */
export interface Swiped {
  readonly direction: Direction;
  /** The length of the finger's path, in device pixels. */
  readonly lengthPx: number;
  /** The element to swipe over; null for the whole screen. */
  readonly on: UiElement | null;
}

const WHERE: Readonly<Record<Direction, string>> = {
  up: "below",
  down: "above",
  left: "to the right",
  right: "to the left",
};

/**
 * What a swipe showed about a scroll container: its end is reached, more content may follow, or rows may have been
 * skipped. Null if the swipe was not over a scroll container, or if the screen is a different one now.
 */
export function scrolledNote(before: Observation | null, after: Observation | null, swiped: Swiped): string | null {
  if (!before || !after || !isReadable(before) || !isReadable(after) || !isSameScreen(before, after)) return null;
  const ref = swiped.on === null ? null : scrollingAround(before, swiped.on);
  if (swiped.on !== null && ref === null) return null;
  const [was, is] = [contentOf(before, ref), contentOf(after, ref)];
  if (was.container === null || is.container === null || was.elements.length === 0) return null;
  return rowsNote(was, is, { ...swiped, slopPx: slopPx(after) });
}

/** The same, for the content before and after the swipe. */
export function rowsNote(
  was: ScrolledContent,
  is: ScrolledContent,
  { direction, lengthPx, slopPx }: Omit<Swiped, "on"> & { readonly slopPx: number },
): string {
  const where = WHERE[direction];
  const movement = movementBetween(was, is);
  if (movement === "still") return `the end ${where} is reached: nothing moved`;
  if (movement === "jumped")
    return "! nothing shown before is still visible: rows in between may have been skipped; speed slow skips none";
  const moved = Math.abs(movedBy(was, is, direction === "up" || direction === "down"));
  // Content follows the finger, less the touch slop, unless its end is reached. If the container itself moved, that
  // need not be true.
  const isShort = moved < lengthPx * FOLLOWS - slopPx && isAtPlace(was.container, is.container);
  return isShort ? `the end ${where} is reached` : `not at its end: more may follow ${where}`;
}

/** Content that moved by less than this share of the finger's path, beyond the touch slop, has reached its end. */
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
  return before !== null && after !== null && isSameRect(before.bounds, after.bounds);
}

/** The ref of the element if it scrolls, else of the nearest scroll container around it; null if there is none. */
function scrollingAround({ elements }: Observation, on: UiElement): string | null {
  let at: UiElement | undefined = on;
  while (at && at.scrollable !== true && !at.actions.includes("scroll"))
    at = at.parent === null ? undefined : findByRef(elements, at.parent);
  return at?.ref ?? null;
}
