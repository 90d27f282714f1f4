/**
 * Fingerprints of pixels as 64 hex digits: one bit for each of 16 × 16 parts of an image, which says whether the part
 * is brighter than the median of its band, which is four rows of parts.
 */

export type Likeness = "same" | "inverted" | "other";

const BITS_OF_DIGIT = 4;
/**
 * Two drawings of the same image at different places and sizes differ in at most this many bits; different images in
 * more.
 */
const MOST_BITS = 6;

/** How many of the 256 bits differ. */
export function bitsApart(one: string, other: string): number {
  let apart = 0;
  for (let at = 0; at < one.length; at += 1) {
    apart += ONES[digit(one.charCodeAt(at)) ^ digit(other.charCodeAt(at))] ?? 0;
  }
  return apart;
}

/** Whether two fingerprints show the same image, unchanged or with bright and dark exchanged, as in a dark theme. */
export function likenessOf(one: string, other: string): Likeness {
  let apart = 0;
  for (let at = 0; at < one.length; at += 1) {
    apart += ONES[digit(one.charCodeAt(at)) ^ digit(other.charCodeAt(at))] ?? 0;
    // Most pairs show two different images, and a few digits are enough to see that.
    if (apart > MOST_BITS && (at + 1) * BITS_OF_DIGIT - apart > MOST_BITS) return "other";
  }
  return apart <= MOST_BITS ? "same" : "inverted";
}

/** How many bits are set in each hex digit. */
const ONES: readonly number[] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/** The value of `0` to `9` and `a` to `f`. It has to be fast: one screen needs thousands of comparisons. */
function digit(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}
