import pixelmatch from "pixelmatch";
import { intersect, isEmpty, type Rect, rectOf } from "../base/geometry.js";
import { TILE } from "../screen/tiles.js";
import { OPAQUE, type Pixels, pixelWords, RGB, wholeOf } from "./pixels.js";
import type { Rule } from "./policy.js";

export interface Comparison extends Pick<Rule, "colour" | "mostPerTile" | "mostInAll"> {
  /** Pixels that are ignored. */
  readonly masks: readonly Rect[];
  /** Parts in which no pixel may differ, whatever the rule allows. */
  readonly exact: readonly Rect[];
}

export interface Difference {
  readonly isAllowed: boolean;
  /** The first tile that the rule does not allow, else the last tile with a difference; null if no pixel differs. */
  readonly tile: Rect | null;
  /** How many pixels of that tile count as different. */
  readonly inTile: number;
  /** How many pixels count as different up to that tile, in reading order of the tiles. */
  readonly pixels: number;
}

const NONE: Difference = { isAllowed: true, tile: null, inTile: 0, pixels: 0 };

/** A rule by which every different pixel outside the masks counts. */
export function nothingButMasks(masks: readonly Rect[]): Comparison {
  return { masks, exact: [], colour: 0, mostPerTile: 0, mostInAll: 0 };
}

/**
 * Compares two screenshots, up to the first tile that decides. Rows of tiles with equal bytes are skipped. In the
 * others a scan over pixels finds the tiles with differences, and pixelmatch counts only in those. Anti-aliased pixels
 * count, too: the strokes of a letter have few others. Never allowed for screenshots of different sizes.
 */
export function comparePixels(before: Pixels, after: Pixels, rule: Comparison): Difference {
  if (before.width !== after.width || before.height !== after.height) {
    return { isAllowed: false, tile: wholeOf(after), inTile: 0, pixels: 0 };
  }
  const pair: Pair = { one: pixelWords(before), other: pixelWords(after), width: after.width, height: after.height };
  let found = NONE;
  for (let top = 0; top < pair.height; top += TILE) {
    for (const tile of suspiciousTiles(pair, top, rule.masks)) {
      found = judged(pair, tile, { rule, soFar: found });
      if (!found.isAllowed) return found;
    }
  }
  return found;
}

interface Pair {
  readonly one: Uint32Array;
  readonly other: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** The tiles of one row of tiles in which a pixel outside the masks has another colour. */
function suspiciousTiles(pair: Pair, top: number, masks: readonly Rect[]): readonly Rect[] {
  const { width, height } = pair;
  const bottom = Math.min(top + TILE, height);
  if (hasSameBytes(pair, top * width, bottom * width)) return [];
  const marks = new Uint8Array(Math.ceil(width / TILE));
  for (let y = top; y < bottom; y++) {
    for (const span of openSpans(masks, y, width)) markChanges(pair, y * width, span, marks);
  }
  const tiles: Rect[] = [];
  marks.forEach((mark, column) => {
    if (mark === 1) tiles.push(rectOf(column * TILE, top, Math.min((column + 1) * TILE, width), bottom));
  });
  return tiles;
}

function hasSameBytes({ one, other }: Pair, from: number, to: number): boolean {
  const bytesOf = (words: Uint32Array) => Buffer.from(words.buffer, words.byteOffset + from * 4, (to - from) * 4);
  return bytesOf(one).equals(bytesOf(other));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function markChanges({ one, other }: Pair, row: number, { from, to }: Span, marks: Uint8Array): void {
  for (let x = from; x < to; x++) {
    if ((((one[row + x] ?? 0) ^ (other[row + x] ?? 0)) & RGB) === 0) continue;
    marks[x >> 5] = 1;
    x |= TILE - 1;
  }
}

/** The parts of a row outside the masks. */
function openSpans(masks: readonly Rect[], y: number, width: number): readonly Span[] {
  let spans: readonly Span[] = [{ from: 0, to: width }];
  for (const mask of masks) {
    if (y < mask.top || y >= mask.bottom) continue;
    spans = spans.flatMap(({ from, to }) => [
      { from, to: Math.min(to, mask.left) },
      { from: Math.max(from, mask.right), to },
    ]);
  }
  return spans.filter(({ from, to }) => from < to);
}

function judged(
  pair: Pair,
  tile: Rect,
  { rule, soFar }: { readonly rule: Comparison; readonly soFar: Difference },
): Difference {
  const inTile = countedIn(pair, tile, rule);
  const pixels = soFar.pixels + inTile;
  const isWithin = inTile <= rule.mostPerTile && pixels <= rule.mostInAll;
  const isAllowed = isWithin && !rule.exact.some((part) => isChangedWithin(pair, intersect(part, tile)));
  return { isAllowed, tile, inTile, pixels };
}

/** How many pixels of a tile count as changed. */
function countedIn(pair: Pair, tile: Rect, { masks, colour }: Comparison): number {
  const one = cut(pair.one, pair.width, tile);
  const other = cut(pair.other, pair.width, tile);
  for (const mask of masks) blank([one, other], tile, intersect(mask, tile));
  const bytes = (words: Uint32Array) => new Uint8Array(words.buffer);
  const options = { threshold: colour, includeAA: true };
  return pixelmatch(bytes(one), bytes(other), undefined, tile.right - tile.left, tile.bottom - tile.top, options);
}

/** The tile's pixels without transparency, which pixelmatch would blend with a pattern. */
function cut(words: Uint32Array, width: number, { left, top, right, bottom }: Rect): Uint32Array {
  const part = new Uint32Array((right - left) * (bottom - top));
  for (let y = top, at = 0; y < bottom; y++) {
    for (let x = left; x < right; x++, at++) part[at] = (words[y * width + x] ?? 0) | OPAQUE;
  }
  return part;
}

function blank(tiles: readonly Uint32Array[], tile: Rect, { left, top, right, bottom }: Rect): void {
  const width = tile.right - tile.left;
  for (let y = top; y < bottom; y++) {
    const row = (y - tile.top) * width - tile.left;
    for (const pixels of tiles) if (left < right) pixels.fill(OPAQUE, row + left, row + right);
  }
}

function isChangedWithin({ one, other, width }: Pair, part: Rect): boolean {
  if (isEmpty(part)) return false;
  for (let y = part.top; y < part.bottom; y++) {
    for (let at = y * width + part.left; at < y * width + part.right; at++) {
      if ((((one[at] ?? 0) ^ (other[at] ?? 0)) & RGB) !== 0) return true;
    }
  }
  return false;
}
