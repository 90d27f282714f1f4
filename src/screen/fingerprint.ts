/** Fingerprints of pixels as 64 hex digits: 16 × 16 parts of a picture, each brighter than most of its band or not. */

export type Likeness = "same" | "inverted" | "other";

const BITS_OF_DIGIT = 4;
/** Two drawings of one picture, at other places and sizes, differ in fewer bits; two pictures in more. */
const MOST_BITS = 6;

/** How many of the 256 bits differ. */
export function bitsApart(one: string, other: string): number {
  let apart = 0;
  for (let at = 0; at < one.length; at += 1) {
    apart += ONES[digit(one.charCodeAt(at)) ^ digit(other.charCodeAt(at))] ?? 0;
  }
  return apart;
}

/**
 * Whether two fingerprints are of one picture, as it is or with bright and dark exchanged, as a dark theme draws it.
 */
export function likenessOf(one: string, other: string): Likeness {
  let apart = 0;
  for (let at = 0; at < one.length; at += 1) {
    apart += ONES[digit(one.charCodeAt(at)) ^ digit(other.charCodeAt(at))] ?? 0;
    // Most pairs are of two different images, and a few digits show it.
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
