import { intersect, isEmpty, type Rect, rectOf } from "../../base/geometry.js";
import { type BarsOf, betweenBars } from "../../hierarchy-cache/bars.js";
import { backgroundHashes, changedTiles, type TileGrid } from "../../screen/tiles.js";

export interface Standing {
  readonly bounds: Rect;
  /** Where everything stands that is known on the earlier picture. */
  readonly others: readonly Rect[];
  readonly bars: BarsOf;
}

/**
 * Whether something was drawn on the bare background in the column or in the line of an element since an earlier
 * picture. Then the element may have been pushed there, and what looks the same in its place may be another one: a row
 * that says the same and appeared above it. Images that keep changing by themselves are not on a bare background.
 */
export function cameBeside(before: TileGrid, now: TileGrid, { bounds, others, bars }: Standing): boolean {
  const inner = betweenBars(bars, before);
  const { left, top, right, bottom } = bounds;
  const strips = [rectOf(left, inner.top, right, inner.bottom), rectOf(inner.left, top, inner.right, bottom)];
  const backgrounds = backgroundHashes(before);
  const isBare = (tile: Rect) => others.every((other) => isEmpty(intersect(other, tile)));
  return strips.some((strip) =>
    changedTiles(before, now, intersect(strip, inner)).some(
      (tile) => backgrounds.has(tile.was) && isWithin(tile.bounds, inner) && isBare(tile.bounds),
    ),
  );
}

/** A clock changes the tiles that a bar shares with the app. */
function isWithin(tile: Rect, inner: Rect): boolean {
  return tile.top >= inner.top && tile.bottom <= inner.bottom;
}
