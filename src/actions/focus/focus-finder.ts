import type { Rect } from "../../base/geometry.js";

export const FOCUS_KEYS = ["dpad_down", "dpad_right", "dpad_up", "dpad_left"] as const;
export type FocusKey = (typeof FOCUS_KEYS)[number];

/**
 * The index in `others` of the box that gets the focus when a key of the D-pad moves it away from `source`; null if no
 * box lies in that direction. This is the rule of AOSP's FocusFinder
 * (frameworks/base/core/java/android/view/FocusFinder.java: isBetterCandidate, beamBeats, getWeightedDistanceFor). An
 * app may override it (`nextFocusDown`), so the result is a prediction. Pure.
 */
export function nextFocus(source: Rect, others: readonly Rect[], key: FocusKey): number | null {
  const from = turned(source, key);
  let best: { readonly place: number; readonly box: Along } | null = null;
  for (const [place, other] of others.entries()) {
    const box = turned(other, key);
    if (isAhead(from, box) && (best === null || isBetter(from, box, best.box))) best = { place, box };
  }
  return best?.place ?? null;
}

/**
 * A box in the direction of the key: `near` and `far` grow in that direction, `low` and `high` are its sides across it.
 */
interface Along {
  readonly near: number;
  readonly far: number;
  readonly low: number;
  readonly high: number;
  readonly isSideways: boolean;
}

function turned({ left, top, right, bottom }: Rect, key: FocusKey): Along {
  if (key === "dpad_down") return { near: top, far: bottom, low: left, high: right, isSideways: false };
  if (key === "dpad_up") return { near: -bottom, far: -top, low: left, high: right, isSideways: false };
  if (key === "dpad_right") return { near: left, far: right, low: top, high: bottom, isSideways: true };
  return { near: -right, far: -left, low: top, high: bottom, isSideways: true };
}

function isAhead(from: Along, to: Along): boolean {
  return (from.near < to.near || from.far <= to.near) && from.far < to.far;
}

function isBetter(from: Along, one: Along, other: Along): boolean {
  if (beats(from, one, other)) return true;
  if (beats(from, other, one)) return false;
  return distance(from, one) < distance(from, other);
}

/** A box in the beam of the source wins over a box outside it; for up and down only if the other is not much nearer. */
function beats(from: Along, one: Along, other: Along): boolean {
  if (isInBeam(from, other) || !isInBeam(from, one)) return false;
  if (from.isSideways || from.far > other.near) return true;
  return Math.max(0, one.near - from.far) < Math.max(1, other.far - from.far);
}

function isInBeam(from: Along, to: Along): boolean {
  return to.high > from.low && to.low < from.high;
}

function distance(from: Along, to: Along): number {
  const ahead = Math.max(0, to.near - from.far);
  const across = (from.low + from.high) / 2 - (to.low + to.high) / 2;
  return 13 * ahead * ahead + across * across;
}
