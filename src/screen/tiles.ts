import { intersect, isEmpty, type Rect, rectOf, union } from "../base/geometry.js";
import type { Frame } from "./frame.js";

/** The side of a tile in pixels. */
export const TILE = 32;

/** A fingerprint of a frame in a few kilobytes, which shows where two frames differ. */
export interface TileGrid {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  /** One 32-bit hash per tile of 32×32 pixels, row by row. */
  readonly hashes: Uint32Array;
}

/** The constants of FNV-1a with 32 bits. */
const START = 0x811c9dc5;
const PRIME = 0x01000193;
/**
 * The alpha of a little-endian RGBA word. It is always set: screens are opaque, but some devices report another alpha.
 */
const OPAQUE = 0xff000000;

/** Hashes every tile (FNV-1a over its pixels as 32-bit words, without alpha). */
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

/** Whether all tiles that the rectangle touches are equal in both; false for frames of different sizes. */
export function isSameRegion(before: TileGrid, after: TileGrid, region: Rect): boolean {
  if (before.width !== after.width || before.height !== after.height) return false;
  return tilesIn(after, region).every(({ place }) => before.hashes[place] === after.hashes[place]);
}

/** Whether all tiles that the rectangle touches are black: a secure window is black, whatever it contains. */
export function isBlackRegion(grid: TileGrid, region: Rect): boolean {
  const hashOf = blackHashes();
  return tilesIn(grid, region).every(({ place, bounds }) => {
    const shown = intersect(bounds, frameOf(grid));
    return grid.hashes[place] === hashOf((shown.right - shown.left) * (shown.bottom - shown.top));
  });
}

/**
 * The smallest rectangle around all changed tiles of `region`, cut to the frame; undefined if none changed. The whole
 * later frame if the sizes differ.
 */
export function changedPart(before: TileGrid, after: TileGrid, region: Rect): Rect | undefined {
  if (before.width !== after.width || before.height !== after.height) return frameOf(after);
  const changed = tilesIn(after, region).filter(({ place }) => before.hashes[place] !== after.hashes[place]);
  const [first, ...others] = changed.map(({ bounds }) => bounds);
  return first && intersect(others.reduce(union, first), frameOf(after));
}

/** A tile of a later frame that changed; `was` is its hash in the earlier frame. */
export interface ChangedTile {
  readonly bounds: Rect;
  readonly was: number;
}

/** The tiles that the rectangle touches and that changed; both frames have the same size. */
export function changedTiles(before: TileGrid, after: TileGrid, region: Rect): readonly ChangedTile[] {
  return tilesIn(after, region).flatMap(({ place, bounds }) => {
    const was = before.hashes[place];
    return was === undefined || was === after.hashes[place] ? [] : [{ bounds, was }];
  });
}

/** From this many equal tiles on, a tile is background: texts and images do not repeat like this. */
const BACKGROUND_TILES = 3;

/** The hashes of tiles that show only background, since they occur several times. */
export function backgroundHashes({ hashes }: TileGrid): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return new Set([...counts].flatMap(([hash, count]) => (count >= BACKGROUND_TILES ? [hash] : [])));
}

/** The later frame with the changed tiles replaced by hashes that match no frame. */
export function withoutChanges(before: TileGrid, after: TileGrid): TileGrid {
  const hashes = after.hashes.map((hash, place) => (before.hashes[place] === hash ? hash : ~hash));
  return { ...after, hashes };
}

interface Tile {
  /** The index in the list of hashes. */
  readonly place: number;
  /** May reach beyond the frame for tiles at the right and lower edge. */
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

/** The hash of a number of black pixels; each is computed once. */
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
