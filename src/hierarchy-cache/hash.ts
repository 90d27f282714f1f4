import { intersect, isEmpty, type Rect } from "../base/geometry.js";
import { type Pixels, pixelWords, wholeOf } from "./pixels.js";

/** A difference hash: 64 bits in two words of 32. */
export type DHash = readonly [number, number];

const COLUMNS = 9;
const ROWS = 8;
/** Every fourth pixel of every fourth row is enough for the mean of a box. */
const STRIDE = 4;

/**
 * The difference hash of a part of a screenshot: the mean brightness of 9×8 boxes, with one bit for each right
 * neighbour that is darker. It is only an index: a checkbox, a letter or a list that was scrolled by one row may not
 * change it.
 */
export function dHash(frame: Pixels, region: Rect): DHash {
  const part = intersect(region, wholeOf(frame));
  if (isEmpty(part)) return [0, 0];
  const means = boxMeans(frame, part);
  const bits: [number, number] = [0, 0];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS - 1; column++) {
      const at = row * COLUMNS + column;
      const place = row * (COLUMNS - 1) + column;
      if ((means[at] ?? 0) > (means[at + 1] ?? 0)) bits[place < 32 ? 0 : 1] |= 1 << (place & 31);
    }
  }
  return [bits[0] >>> 0, bits[1] >>> 0];
}

/** The number of bits in which two hashes differ. */
export function hashDistance([a, b]: DHash, [c, d]: DHash): number {
  return bitsIn(a ^ c) + bitsIn(b ^ d);
}

/** The means of the boxes' brightness (Rec. 601 luma times 1000). */
function boxMeans(frame: Pixels, part: Rect): Float64Array {
  const words = pixelWords(frame);
  const sums = new Float64Array(COLUMNS * ROWS);
  const counts = new Uint32Array(COLUMNS * ROWS);
  const columns = boxesAlong(part.right - part.left, COLUMNS);
  const rows = boxesAlong(part.bottom - part.top, ROWS);
  for (let y = 0; y < rows.length; y += STRIDE) {
    const start = (part.top + y) * frame.width + part.left;
    for (let x = 0; x < columns.length; x += STRIDE) {
      const word = words[start + x] ?? 0;
      const box = (rows[y] ?? 0) * COLUMNS + (columns[x] ?? 0);
      sums[box] = (sums[box] ?? 0) + 299 * (word & 255) + 587 * ((word >> 8) & 255) + 114 * ((word >> 16) & 255);
      counts[box] = (counts[box] ?? 0) + 1;
    }
  }
  return sums.map((sum, box) => sum / Math.max(1, counts[box] ?? 0));
}

/** The index of the box for each position along a side. */
function boxesAlong(length: number, boxes: number): Uint8Array {
  return Uint8Array.from({ length }, (_, place) => Math.floor((place * boxes) / length));
}

function bitsIn(word: number): number {
  let count = 0;
  for (let rest = word >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count++;
  return count;
}
