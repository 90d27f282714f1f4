import type { ActOptions } from "./calls.js";
import type { Target } from "./locator.js";

/** The direction of the finger. `up` shows the content further down. */
export type Direction = "up" | "down" | "left" | "right";

/** The start and the end of a swipe. */
export interface Path {
  readonly from: Target;
  readonly to: Target;
}

/** Where to swipe, and how fast. */
export interface SwipeOptions extends ActOptions {
  /** For a direction: the element to swipe over; the whole screen if absent. */
  readonly target?: Target;
  readonly speed?: "slow" | "normal" | "fast";
}

/** How fast the finger moves. */
export interface DragOptions extends ActOptions {
  /** The time from the touch to the release, in ms; 1000 if absent. */
  readonly durationMs?: number;
}

/** Where to pinch. */
export interface PinchOptions extends ActOptions {
  /** The element to zoom; the screen if absent. */
  readonly target?: Target;
}
