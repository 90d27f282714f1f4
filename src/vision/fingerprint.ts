import { bmvbhash } from "blockhash-core";
import { intersect, isEmpty, type Rect, rectOf } from "../base/geometry.js";
import type { Frame } from "../screen/frame.js";
import { type Crop, type Drawn, drawnOn } from "./background.js";

/** The number of blocks per side: the fingerprint has 256 bits. */
const SIDE = 16;
/** An image is cut at this many times the mean distance of its drawn pixels from its centre. */
const REACH = 1.65;
/**
 * A block counts as drawn if more than this share of it is drawn; the value lies between typical shares of anti-aliased
 * edges.
 */
const INKED = 0.48;
/** The least extent in pixels: below it a block is a fraction of a pixel, and the result depends on edges. */
const LEAST_REACH_PX = 3;
/** With fewer drawn blocks, or fewer undrawn ones, an image has no useful shape. */
const LEAST_BLOCKS = 6;

/** A shorter side shows nothing distinctive. */
const LEAST_SIDE = 12;
/** Larger crops are reduced: each pixel of the result is made from four pixels. */
const MOST_SIDE = 128;
/**
 * The pixels of a small image over a photo are mostly the photo: only larger ones count. A share of the screen's width.
 */
const LEAST_PHOTO = 1 / 7;
/** The least number of neighbouring blocks that differ in a photo; a colour gradient has fewer. */
const LEAST_EDGES = 48;
const LEAST_CONTRAST = 40;

/**
 * The fingerprint of an element's part of the screen, 64 hex digits, to be compared by `likenessOf`. Null if the image
 * shows nothing distinctive: one colour, a plain disc or bar, too few pixels, or an image that is cut off.
 * Only the image is hashed, independent of its position on the background and of its size: the part that differs from
 * the background, centred on its centre of gravity and scaled by its extent, in two tones. The hash is blockhash (Yang,
 * Gu and Niu, 2006) of 16 × 16 blocks. With two tones it is the image itself, and exchanging bright and dark gives its
 * complement. Colours do not count: images that differ only in colour have the same fingerprint.
 * `clip` is the visible part of the scroll containers around it: an image that reaches near its edge may be cut off.
 */
export function fingerprintOf(
  frame: Pick<Frame, "width" | "height" | "rgba">,
  bounds: Rect,
  clip: Rect = rectOf(0, 0, frame.width, frame.height),
): string | null {
  const seen = intersect(clip, rectOf(0, 0, frame.width, frame.height));
  const part = intersect(bounds, seen);
  if (isEmpty(part) || Math.min(part.right - part.left, part.bottom - part.top) < LEAST_SIDE) return null;
  const cut = {
    left: bounds.left <= seen.left,
    top: bounds.top <= seen.top,
    right: bounds.right >= seen.right,
    bottom: bounds.bottom >= seen.bottom,
  };
  const crop = cropOf(frame, part);
  const drawn = drawnOn(crop, cut);
  if (drawn === "flat" || drawn === "cut off") return null;
  if (drawn !== "no background") return shapeHash(drawn);
  const isLarge = Math.min(part.right - part.left, part.bottom - part.top) >= frame.width * LEAST_PHOTO;
  return isLarge && !Object.values(cut).includes(true) ? photoHash(crop) : null;
}

function cropOf(frame: Pick<Frame, "width" | "height" | "rgba">, { left, top, right, bottom }: Rect): Crop {
  const step = Math.max(1, Math.ceil(Math.max(right - left, bottom - top) / MOST_SIDE));
  const [width, height] = [Math.floor((right - left) / step), Math.floor((bottom - top) / step)];
  const bytes = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const at = ((top + y * step) * frame.width + left) * 4;
    const to = y * width * 4;
    if (step === 1) bytes.set(frame.rgba.subarray(at, at + width * 4), to);
    else sampleRow(frame, { at, step }, bytes.subarray(to, to + width * 4));
  }
  return { width, height, bytes, words: new Uint32Array(bytes.buffer) };
}

/** Each pixel is the mean of the four corners of a square. */
function sampleRow(
  { rgba, width }: Pick<Frame, "width" | "rgba">,
  { at, step }: { readonly at: number; readonly step: number },
  row: Uint8Array,
): void {
  const aside = (step - 1) * 4;
  const below = aside * width;
  for (let to = 0; to < row.length; to += 1) {
    const from = at + (to >> 2) * step * 4 + (to & 3);
    const upper = (rgba[from] ?? 0) + (rgba[from + aside] ?? 0);
    row[to] = (upper + (rgba[from + below] ?? 0) + (rgba[from + below + aside] ?? 0)) >> 2;
  }
}

/** The centre of gravity of an image, and how far the blocks extend from it. */
interface Extent {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** Null for an image that is too small to have a shape. */
function extentOf({ coverage, width, box }: Drawn): Extent | null {
  let [sum, sumX, sumY, squares] = [0, 0, 0, 0];
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = box.left; x < box.right; x += 1) {
      const share = coverage[y * width + x] ?? 0;
      sum += share;
      sumX += share * (x + 0.5);
      sumY += share * (y + 0.5);
      squares += share * ((x + 0.5) ** 2 + (y + 0.5) ** 2);
    }
  }
  const [x, y] = [sumX / sum, sumY / sum];
  const reach = REACH * Math.sqrt(Math.max(0, squares / sum - x * x - y * y));
  return reach >= LEAST_REACH_PX ? { x, y, reach } : null;
}

function shapeHash(drawn: Drawn): string | null {
  const extent = extentOf(drawn);
  if (!extent) return null;
  const { isOnPlate, isDark } = drawn;
  const blocks = blocksOf(drawn, extent);
  const tones = Array.from(blocks, (share, at) => share > INKED || (isOnPlate && isAtEdge(at)));
  const count = tones.filter(Boolean).length;
  if (count < LEAST_BLOCKS || count > SIDE * SIDE - LEAST_BLOCKS) return null;
  return hashOf(tones.map((isCovered) => (isCovered === isDark ? 0 : 255)));
}

/**
 * Whether a block is at the edge. A plate behind an image counts as drawn there: "play" and "play in a disc" are
 * different.
 */
function isAtEdge(block: number): boolean {
  const [row, column] = [Math.floor(block / SIDE), block % SIDE];
  return row === 0 || column === 0 || row === SIDE - 1 || column === SIDE - 1;
}

/** The drawn share of each block. */
function blocksOf({ coverage, width, box }: Drawn, extent: Extent): Float64Array {
  const blocks = new Float64Array(SIDE * SIDE);
  const side = SIDE / (2 * extent.reach);
  for (let y = box.top; y < box.bottom; y += 1) {
    const high = (y - extent.y + extent.reach) * side;
    for (let x = box.left; x < box.right; x += 1) {
      const share = coverage[y * width + x] ?? 0;
      if (share > 0) spread(blocks, (x - extent.x + extent.reach) * side, high, { side, share });
    }
  }
  return blocks;
}

/** Adds the coverage of a pixel, whose corner is given in blocks, to the blocks that contain it. */
function spread(
  blocks: Float64Array,
  x: number,
  y: number,
  { side, share }: { readonly side: number; readonly share: number },
): void {
  const [lastRow, lastColumn] = [Math.min(SIDE, y + side), Math.min(SIDE, x + side)];
  for (let row = Math.max(0, Math.floor(y)); row < lastRow; row += 1) {
    const high = Math.min(row + 1, y + side) - Math.max(row, y);
    for (let column = Math.max(0, Math.floor(x)); column < lastColumn; column += 1) {
      const wide = Math.min(column + 1, x + side) - Math.max(column, x);
      const at = row * SIDE + column;
      blocks[at] = (blocks[at] ?? 0) + high * wide * share;
    }
  }
}

/** The hash of an image without a background of its own, unchanged. */
function photoHash({ width, height, bytes }: Crop): string | null {
  const data = Uint8Array.from(bytes, (value, at) => (at % 4 === 3 ? 255 : value));
  let [least, most] = [765, 0];
  for (let at = 0; at < data.length; at += 4) {
    const light = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
    least = Math.min(least, light);
    most = Math.max(most, light);
  }
  if (most - least < LEAST_CONTRAST * 3) return null;
  const hash = bmvbhash({ width, height, data }, SIDE);
  return edgesOf(hash) >= LEAST_EDGES ? hash : null;
}

/** How many blocks differ from the block before and from the block above. */
function edgesOf(hash: string): number {
  const bits = [...hash].flatMap((digit) => [8, 4, 2, 1].map((bit) => (Number.parseInt(digit, 16) & bit) !== 0));
  const isEdge = (at: number) => at % SIDE !== 0 && bits[at] !== bits[at - 1];
  const isStep = (at: number) => at >= SIDE && bits[at] !== bits[at - SIDE];
  return bits.reduce((sum, _, at) => sum + (isEdge(at) ? 1 : 0) + (isStep(at) ? 1 : 0), 0);
}

/** The hash of an image with one pixel for each block. */
function hashOf(tones: readonly number[]): string {
  const data = new Uint8Array(SIDE * SIDE * 4).fill(255);
  for (const [at, tone] of tones.entries()) data.fill(tone, at * 4, at * 4 + 3);
  return bmvbhash({ width: SIDE, height: SIDE, data }, SIDE);
}
