import type { Rect } from "../base/geometry.js";
import type { Pixels } from "../vision/image.js";

/** Side of the blocks that are compared, in pixels. */
const BLOCK = 16;
/**
 * The least difference that counts, in levels (of 255): compression and rounding change the mean of a block by less.
 */
const SAME_LEVEL = 6;

/**
 * Whether a part of two pictures looks the same, by the mean colours of blocks, so that lossy compression makes no
 * difference. False for pictures of different sizes.
 */
export function isSamePicture(one: Pixels, other: Pixels, { left, top, right, bottom }: Rect): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  for (let y = Math.max(0, top); y < Math.min(bottom, one.height); y += BLOCK) {
    for (let x = Math.max(0, left); x < Math.min(right, one.width); x += BLOCK) {
      const [then, now] = [meanOf(one, x, y), meanOf(other, x, y)];
      if (then.some((value, channel) => Math.abs(value - (now[channel] ?? 0)) > SAME_LEVEL)) return false;
    }
  }
  return true;
}

function meanOf({ width, height, rgba }: Pixels, left: number, top: number): readonly number[] {
  const [right, bottom] = [Math.min(left + BLOCK, width), Math.min(top + BLOCK, height)];
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) sums[channel] = (sums[channel] ?? 0) + (rgba[at + channel] ?? 0);
    }
  }
  return sums.map((sum) => sum / ((right - left) * (bottom - top)));
}
