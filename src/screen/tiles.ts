import { intersect, isEmpty, type Rect, rectOf, union } from "../base/geometry.js";
import type { Frame } from "./frame.js";

/** Side of a tile in pixels. */
export const TILE = 32;

/** A fingerprint of a frame that tells where two frames differ, in a few kilobytes. */
export interface TileGrid {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  /** One 32-bit hash per tile of 32×32 pixels, row by row. */
  readonly hashes: Uint32Array;
}

/** Hashes every tile (FNV-1a over its pixels as 32-bit words). */
export function tileGrid({ width, height, rgba }: Pick<Frame, "width" | "height" | "rgba">): TileGrid {
  const columns = Math.ceil(width / TILE);
  const hashes = new Uint32Array(columns * Math.ceil(height / TILE)).fill(0x811c9dc5);
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : Uint8Array.from(rgba);
  const pixels = new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / TILE) * columns;
    for (let x = 0; x < width; x++, at++) {
      const tile = row + (x >> 5);
      hashes[tile] = Math.imul((hashes[tile] ?? 0) ^ (pixels[at] ?? 0), 0x01000193);
    }
  }
  return { width, height, columns, hashes };
}

/** Whether the tiles that the rectangle touches are all the same in both; false for frames of different sizes. */
export function isSameRegion(before: TileGrid, after: TileGrid, region: Rect): boolean {
  if (before.width !== after.width || before.height !== after.height) return false;
  const part = intersect(region, rectOf(0, 0, before.width, before.height));
  if (isEmpty(part)) return true;
  for (let row = Math.floor(part.top / TILE); row * TILE < part.bottom; row++) {
    for (let column = Math.floor(part.left / TILE); column * TILE < part.right; column++) {
      const tile = row * before.columns + column;
      if (before.hashes[tile] !== after.hashes[tile]) return false;
    }
  }
  return true;
}

/** Opaque black as a little-endian word of RGBA. */
const BLACK = 0xff000000;

/** Whether nothing but black is in the tiles that the rectangle touches: a secure window looks so, whatever it shows. */
export function isBlackRegion(grid: TileGrid, region: Rect): boolean {
  const part = intersect(region, rectOf(0, 0, grid.width, grid.height));
  for (let row = Math.floor(part.top / TILE); row * TILE < part.bottom; row++) {
    for (let column = Math.floor(part.left / TILE); column * TILE < part.right; column++) {
      const pixels = sideOf(column, grid.width) * sideOf(row, grid.height);
      if (grid.hashes[row * grid.columns + column] !== blackHash(pixels)) return false;
    }
  }
  return true;
}

/** Tiles at the right and lower edge may be cut. */
function sideOf(place: number, length: number): number {
  return Math.min(TILE, length - place * TILE);
}

function blackHash(pixels: number): number {
  let hash = 0x811c9dc5;
  for (let count = 0; count < pixels; count++) hash = Math.imul(hash ^ BLACK, 0x01000193);
  return hash >>> 0;
}

/**
 * The smallest rectangle around all tiles of `region` that differ, cut to the frame; undefined where none does. All of
 * the later frame where their sizes differ.
 */
export function changedPart(before: TileGrid, after: TileGrid, region: Rect): Rect | undefined {
  const frame = rectOf(0, 0, after.width, after.height);
  if (before.width !== after.width || before.height !== after.height) return frame;
  const part = intersect(region, frame);
  let changed: Rect | undefined;
  for (let row = Math.floor(part.top / TILE); row * TILE < part.bottom; row++) {
    for (let column = Math.floor(part.left / TILE); column * TILE < part.right; column++) {
      const tile = row * before.columns + column;
      if (before.hashes[tile] === after.hashes[tile]) continue;
      const own = rectOf(column * TILE, row * TILE, (column + 1) * TILE, (row + 1) * TILE);
      changed = changed ? union(changed, own) : own;
    }
  }
  return changed && intersect(changed, frame);
}
