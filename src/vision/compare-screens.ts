import type { Rect } from "../base/geometry.js";
import type { Pixels } from "./image.js";

/** The likeness of two screenshots of the same size. */
export interface Likeness {
  /** The share of equal pixels among those that are not masked; 1 if all are masked. */
  readonly same: number;
  /** The second screenshot in pale colours, with differences in red and masked parts in grey. */
  readonly diff: Pixels;
}

/**
 * Pixels are different if their colours differ by more than this share of the distance from black to white: the measure
 * of Maestro (Euclidean in RGB, tolerance 0.1).
 */
const TOLERANCE = 0.1;
const FARTHEST = TOLERANCE ** 2 * 3 * 255 ** 2;

/** Compares two screenshots of the same size, except for the parts in `masks`. */
export function compareScreens(expected: Pixels, actual: Pixels, masks: readonly Rect[]): Likeness {
  const { width, height, rgba } = actual;
  const isMasked = maskOf(actual, masks);
  const diff = new Uint8Array(width * height * 4).fill(255);
  let [counted, same] = [0, 0];
  for (let place = 0; place < width * height; place += 1) {
    const at = place * 4;
    if (isMasked[place] === 1) {
      diff.fill(MASK_GREY, at, at + 3);
      continue;
    }
    counted += 1;
    if (distance(expected.rgba, rgba, at) <= FARTHEST) {
      same += 1;
      diff.fill(paleOf(rgba, at), at, at + 3);
    } else {
      diff[at] = 220;
      diff.fill(0, at + 1, at + 3);
    }
  }
  return { same: counted === 0 ? 1 : same / counted, diff: { width, height, rgba: diff } };
}

const MASK_GREY = 128;

function maskOf({ width, height }: Pixels, masks: readonly Rect[]): Uint8Array {
  const masked = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of masks) {
    for (let y = Math.max(0, top); y < Math.min(bottom, height); y += 1) {
      masked.fill(1, y * width + Math.max(0, left), y * width + Math.max(0, Math.min(right, width)));
    }
  }
  return masked;
}

function distance(one: Uint8Array, other: Uint8Array, at: number): number {
  const red = (one[at] ?? 0) - (other[at] ?? 0);
  const green = (one[at + 1] ?? 0) - (other[at + 1] ?? 0);
  const blue = (one[at + 2] ?? 0) - (other[at + 2] ?? 0);
  return red * red + green * green + blue * blue;
}

function paleOf(rgba: Uint8Array, at: number): number {
  const grey = ((rgba[at] ?? 0) + (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0)) / 3;
  return Math.round(200 + grey * 0.2);
}
