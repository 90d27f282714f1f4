import { intersect, isEmpty, type Rect, rectOf } from "../../base/geometry.js";
import { type BarsOf, betweenBars } from "../../hierarchy-cache/bars.js";
import { backgroundHashes, changedTiles, type TileGrid } from "../../screen/tiles.js";

export interface Standing {
  readonly bounds: Rect;
  /** The bounds of all elements that are known on the earlier screenshot. */
  readonly others: readonly Rect[];
  readonly bars: BarsOf;
}

/**
 * Whether something was drawn on the bare background in the column or the row of an element since an earlier
 * screenshot. Then the element may have been pushed away, and another one may look the same in its place: for example a
 * row with the same text that appeared above it. Images that keep changing by themselves are not on a bare background.
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

/** Whether the tile is completely between the bars: a clock changes tiles that a bar shares with the app. */
function isWithin(tile: Rect, inner: Rect): boolean {
  return tile.top >= inner.top && tile.bottom <= inner.bottom;
}
