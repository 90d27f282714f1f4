import type { Point, Size } from "../base/geometry.js";
import type { Rotation } from "../screen/facts.js";
import type { PanelPoint, PanelTouch } from "./touch-reader.js";
import type { Axis, TouchScreen } from "./touch-screens.js";

/** What a person did with a finger, in pixels of the display in its rotation at that time. */
export type HandGesture =
  | { readonly kind: "tap"; readonly at: Point }
  | { readonly kind: "hold"; readonly at: Point; readonly ms: number }
  | {
      readonly kind: "swipe";
      readonly from: Point;
      readonly to: Point;
      readonly ms: number;
      /** The direction of the finger; null if it moved diagonally or in a curve. */
      readonly direction: "up" | "down" | "left" | "right" | null;
    }
  | { readonly kind: "unclear"; readonly at: Point; readonly why: string };

export interface DisplayTurn {
  /** The size in this rotation. */
  readonly size: Size;
  readonly rotation: Rotation;
  /** Dots per inch. */
  readonly density: number;
}

/** ViewConfiguration: a finger that stays within 8 dp has not moved. */
const SLOP_DP = 8;
/**
 * DEFAULT_LONG_PRESS_TIMEOUT is 500 ms, and 400 ms from Android 12 on; apps may treat times between the two as either.
 */
const LONGEST_TAP_MS = 400;
const SHORTEST_HOLD_MS = 500;
/** A swipe is straight if it is this many times longer in one axis than in the other. */
const STRAIGHT = 2;

/** The gesture of a touch. */
export function gestureOf(touch: PanelTouch, screen: TouchScreen, turn: DisplayTurn): HandGesture {
  const [first = [], ...others] = touch.fingers.map((finger) => finger.map((point) => onDisplay(point, screen, turn)));
  const [from = { x: 0, y: 0 }] = first;
  const to = first.at(-1) ?? from;
  if (!touch.isWhole) return { kind: "unclear", at: from, why: "the device lost a part of the touch" };
  if (others.length > 0) return { kind: "unclear", at: from, why: `${others.length + 1} fingers touched the screen` };
  const ms = Math.round(touch.upMs - touch.downMs);
  const slop = (SLOP_DP * turn.density) / 160;
  if (first.every((point) => distance(from, point) <= slop)) return stayed(from, ms);
  return { kind: "swipe", from, to, ms, direction: directionOf(from, to) };
}

function stayed(at: Point, ms: number): HandGesture {
  if (ms <= LONGEST_TAP_MS) return { kind: "tap", at };
  if (ms >= SHORTEST_HOLD_MS) return { kind: "hold", at, ms };
  return { kind: "unclear", at, why: `${ms} ms are a tap to some apps and a long press to others` };
}

function directionOf(from: Point, to: Point) {
  const [right, down] = [to.x - from.x, to.y - from.y];
  if (Math.abs(down) >= STRAIGHT * Math.abs(right)) return down > 0 ? "down" : "up";
  if (Math.abs(right) >= STRAIGHT * Math.abs(down)) return right > 0 ? "right" : "left";
  return null;
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/**
 * Converts a place of the panel to one of the display (TouchInputMapper::cookPointerData): scales it to the unrotated
 * display, and rotates it.
 */
export function onDisplay({ x, y }: PanelPoint, screen: TouchScreen, { size, rotation }: DisplayTurn): Point {
  const isTurned = rotation % 2 === 1;
  const [across, down] = isTurned ? [size.height, size.width] : [size.width, size.height];
  const px = scaled(x, screen.x, across);
  const py = scaled(y, screen.y, down);
  if (rotation === 1) return { x: py, y: across - 1 - px };
  if (rotation === 2) return { x: across - 1 - px, y: down - 1 - py };
  if (rotation === 3) return { x: down - 1 - py, y: px };
  return { x: px, y: py };
}

function scaled(value: number, { min, max }: Axis, pixels: number): number {
  return Math.floor(((value - min) * pixels) / (max - min + 1));
}
