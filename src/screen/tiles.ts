import { intersect, isEmpty, type Rect, rectOf, union } from "../base/geometry.js";
import type { Frame } from "./frame.js";

/** Side of a tile in pixels. */
export const TILE = 32;

/** A fingerprint of a frame that shows where two frames differ, in a few kilobytes. */
export interface TileGrid {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  /** One 32-bit hash per tile of 32×32 pixels, row by row. */
  readonly hashes: Uint32Array;
}

/** FNV-1a, 32 bits wide. */
const START = 0x811c9dc5;
const PRIME = 0x01000193;
/** The alpha of a little-endian word of RGBA: no screen is seen through, but some devices say that theirs is. */
const OPAQUE = 0xff000000;

/** Hashes every tile (FNV-1a over its pixels as 32-bit words, without their alpha). */
export function tileGrid({ width, height, rgba }: Pick<Frame, "width" | "height" | "rgba">): TileGrid {
  const columns = Math.ceil(width / TILE);
  const hashes = new Uint32Array(columns * Math.ceil(height / TILE)).fill(START);
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : Uint8Array.from(rgba);
  const pixels = new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
  for (let y = 0, at = 0; y < height; y++) {
    let tile = Math.floor(y / TILE) * columns;
    for (const end = at + width; at < end; tile++) {
      let hash = hashes[tile] ?? START;
      for (const last = Math.min(end, at + TILE); at < last; at++)
        hash = Math.imul(hash ^ ((pixels[at] ?? 0) | OPAQUE), PRIME);
      hashes[tile] = hash;
    }
  }
  return { width, height, columns, hashes };
}

/** Whether the tiles that the rectangle touches are all the same in both; false for frames of different sizes. */
export function isSameRegion(before: TileGrid, after: TileGrid, region: Rect): boolean {
  if (before.width !== after.width || before.height !== after.height) return false;
  return tilesIn(after, region).every(({ place }) => before.hashes[place] === after.hashes[place]);
}

/**
 * Whether only black is in the tiles that the rectangle touches: a secure window looks so, whatever it shows.
 */
export function isBlackRegion(grid: TileGrid, region: Rect): boolean {
  const hashOf = blackHashes();
  return tilesIn(grid, region).every(({ place, bounds }) => {
    const shown = intersect(bounds, frameOf(grid));
    return grid.hashes[place] === hashOf((shown.right - shown.left) * (shown.bottom - shown.top));
  });
}

/**
 * The smallest rectangle around all tiles of `region` that differ, cut to the frame; undefined if none does. All of
 * the later frame where their sizes differ.
 */
export function changedPart(before: TileGrid, after: TileGrid, region: Rect): Rect | undefined {
  if (before.width !== after.width || before.height !== after.height) return frameOf(after);
  const changed = tilesIn(after, region).filter(({ place }) => before.hashes[place] !== after.hashes[place]);
  const [first, ...others] = changed.map(({ bounds }) => bounds);
  return first && intersect(others.reduce(union, first), frameOf(after));
}

/** A tile of a later frame that differs; `was` is its hash in the earlier one. */
export interface ChangedTile {
  readonly bounds: Rect;
  readonly was: number;
}

/** The tiles that the rectangle touches and that differ; the frames are of one size. */
export function changedTiles(before: TileGrid, after: TileGrid, region: Rect): readonly ChangedTile[] {
  return tilesIn(after, region).flatMap(({ place, bounds }) => {
    const was = before.hashes[place];
    return was === undefined || was === after.hashes[place] ? [] : [{ bounds, was }];
  });
}

/** So many tiles that are alike show nothing: no text and no picture repeats itself so. */
const BACKGROUND_TILES = 3;

/** The hashes of tiles that show only the background that the screen has in several places. */
export function backgroundHashes({ hashes }: TileGrid): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return new Set([...counts].flatMap(([hash, count]) => (count >= BACKGROUND_TILES ? [hash] : [])));
}

/** The later frame, with no tile that differs from the earlier one's like any that will ever be seen. */
export function withoutChanges(before: TileGrid, after: TileGrid): TileGrid {
  const hashes = after.hashes.map((hash, place) => (before.hashes[place] === hash ? hash : ~hash));
  return { ...after, hashes };
}

interface Tile {
  /** In the list of hashes. */
  readonly place: number;
  /** Those at the right and lower edge may reach over the frame's. */
  readonly bounds: Rect;
}

function tilesIn(grid: TileGrid, region: Rect): readonly Tile[] {
  const part = intersect(region, frameOf(grid));
  const tiles: Tile[] = [];
  if (isEmpty(part)) return tiles;
  for (let top = downToTile(part.top); top < part.bottom; top += TILE) {
    for (let left = downToTile(part.left); left < part.right; left += TILE) {
      const place = (top / TILE) * grid.columns + left / TILE;
      tiles.push({ place, bounds: rectOf(left, top, left + TILE, top + TILE) });
    }
  }
  return tiles;
}

function frameOf({ width, height }: TileGrid): Rect {
  return rectOf(0, 0, width, height);
}

function downToTile(value: number): number {
  return Math.floor(value / TILE) * TILE;
}

/** The hash of so many black pixels; each is worked out once. */
function blackHashes(): (pixels: number) => number {
  const known = new Map<number, number>();
  return (pixels) => {
    const hash = known.get(pixels) ?? blackHash(pixels);
    known.set(pixels, hash);
    return hash;
  };
}

function blackHash(pixels: number): number {
  let hash = START;
  for (let count = 0; count < pixels; count++) hash = Math.imul(hash ^ OPAQUE, PRIME);
  return hash >>> 0;
}
