import { isDeepStrictEqual } from "node:util";
import { type Rect, rectOf } from "../../base/geometry.js";
import { betweenBars } from "../../hierarchy-cache/bars.js";
import type { KeptTree, SeenScreen } from "../../hierarchy-cache/cache.js";
import { screenKey } from "../../hierarchy-cache/key.js";
import { isSameSource } from "../../screen/observation.js";
import { isSameRegion, TILE, type TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";

/**
 * Why a kept hierarchy is not used although its screenshot matches the screen; null if it can be used. The last
 * hierarchy of the same screen was read later, perhaps for an action. If it is different, the two screens may have
 * equal pixels, and the kept one may be stale. It is used if the screenshot of the last hierarchy is known and differs
 * from the screen.
 */
export function contradicted(session: Session, seen: SeenScreen, { tree, grid }: Candidate): string | null {
  const last = session.lastObservation;
  if (!last?.viewHierarchy || last.viewHierarchy === tree.hierarchy) return null;
  const key = screenKey({ ...last, ...last.device });
  const isOfScreen = typeof key !== "string" && key.serial === seen.key.serial && key.name === seen.key.name;
  if (!isOfScreen || !isSameSource(last.hierarchySource, "uiautomator")) return null;
  const tiles = session.pixels.of(last);
  if (tiles && !isSameRegion(tiles, grid, wholeTiles(betweenBars(seen, seen.frame)))) return null;
  return isDeepStrictEqual(last.viewHierarchy, tree.hierarchy)
    ? null
    : "a later hierarchy of this screen was different";
}

interface Candidate {
  readonly tree: KeptTree;
  /** The tile grid of the current screenshot. */
  readonly grid: TileGrid;
}

/** The tiles that are completely inside the rectangle: a clock changes the tiles that a bar shares with the app. */
function wholeTiles({ left, top, right, bottom }: Rect): Rect {
  const [up, down] = [(at: number) => Math.ceil(at / TILE) * TILE, (at: number) => Math.floor(at / TILE) * TILE];
  return rectOf(up(left), up(top), down(right), down(bottom));
}
