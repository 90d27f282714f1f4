import type { ActOptions } from "./calls.js";
import type { Target } from "./locator.js";

/** `up` moves the finger up, which shows what is further down. */
export type Direction = "up" | "down" | "left" | "right";

/** From one target to another one. */
export interface Path {
  readonly from: Target;
  readonly to: Target;
}

/** Over which target, and how fast. */
export interface SwipeOptions extends ActOptions {
  /** With a direction: the element to swipe over; the whole screen if absent. */
  readonly target?: Target;
  readonly speed?: "slow" | "normal" | "fast";
}

/** How fast the finger is. */
export interface DragOptions extends ActOptions {
  /** From the touch to the release, in ms; 1000 if absent. */
  readonly durationMs?: number;
}

/** What is pinched. */
export interface PinchOptions extends ActOptions {
  /** What to zoom; the screen if absent. */
  readonly target?: Target;
}
