/** Fingerprints of pixels as 64 hex digits: 16 × 16 parts of a picture, each brighter than most of its band or not. */

export type Likeness = "same" | "inverted" | "other";

const BITS = 256;
/** Two drawings of one picture, at other places and sizes, differ in fewer bits; two pictures in more. */
const MOST_BITS = 24;

/** How many of the 256 bits differ. */
export function bitsApart(one: string, other: string): number {
  let apart = 0;
  for (let at = 0; at < one.length; at += 8) {
    apart += ones(Number.parseInt(one.slice(at, at + 8), 16) ^ Number.parseInt(other.slice(at, at + 8), 16));
  }
  return apart;
}

/** Whether two fingerprints are of one picture, as it is or with bright and dark exchanged, as a dark theme draws it. */
export function likenessOf(one: string, other: string): Likeness {
  const apart = bitsApart(one, other);
  if (apart <= MOST_BITS) return "same";
  return BITS - apart <= MOST_BITS ? "inverted" : "other";
}

function ones(word: number): number {
  let left = word >>> 0;
  let count = 0;
  for (; left !== 0; left &= left - 1) count += 1;
  return count;
}
