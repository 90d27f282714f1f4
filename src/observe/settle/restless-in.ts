import { rectOf } from "../../base/geometry.js";
import type { Observation } from "../../screen/observation.js";
import { nameElement } from "../../screen/outline.js";
import { changedElements } from "../../screen/restless.js";
import type { Restless, Signal } from "../../screen/settled.js";
import { changedPart, TILE, type TileGrid } from "../../screen/tiles.js";

interface Pictures {
  readonly before: TileGrid | null;
  readonly after: TileGrid | null;
  /** The source that reported a change. */
  readonly by: Signal;
}

/** How many elements are named at most. */
const MOST_NAMED = 2;

/** The difference between two screenshots of a screen that does not become stable; null if there is none. */
export function restlessIn(observation: Observation, { before, after, by }: Pictures): Restless | null {
  if (!before || !after) return null;
  const bar = observation.systemInsets?.statusBars;
  const top = bar?.visible === true ? Math.ceil(bar.top / TILE) * TILE : 0;
  const region = changedPart(before, after, rectOf(0, top, after.width, after.height));
  if (!region) return null;
  const elements = changedElements(before, after, observation.elements);
  const { left, right, bottom } = region;
  const names = elements.slice(0, MOST_NAMED).map(nameElement);
  const more = elements.length > names.length ? ` and ${elements.length - names.length} more` : "";
  const where = `the picture within [${left},${region.top}][${right},${bottom}]`;
  const what = names.length === 0 ? where : `${names.join(", ")}${more}`;
  return { by, what, region, refs: elements.map(({ ref }) => ref) };
}
