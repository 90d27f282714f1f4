import { isDeepStrictEqual } from "node:util";
import { type Rect, rectOf } from "../../base/geometry.js";
import { betweenBars } from "../../hierarchy-cache/bars.js";
import type { KeptTree, SeenScreen } from "../../hierarchy-cache/cache.js";
import { screenKey } from "../../hierarchy-cache/key.js";
import { isSameSource } from "../../screen/observation.js";
import { isSameRegion, TILE, type TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";

/**
 * Why a kept tree is not believed although its picture is on the screen; null if nothing speaks against it. The last
 * tree of this very screen was read later, for an action perhaps, and is another one: unless its own picture is known
 * and was another, too, the two screens have equal pixels, and the older one would be given.
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
  /** The tile grid of the picture that is on the screen. */
  readonly grid: TileGrid;
}

/** The tiles that lie in it wholly: a clock changes those that a bar shares with the app. */
function wholeTiles({ left, top, right, bottom }: Rect): Rect {
  const [up, down] = [(at: number) => Math.ceil(at / TILE) * TILE, (at: number) => Math.floor(at / TILE) * TILE];
  return rectOf(up(left), up(top), down(right), down(bottom));
}
