import { contains, type Rect, rectOf, union } from "../base/geometry.js";
import type { UiElement } from "./element.js";
import { isSameRegion, TILE, type TileGrid } from "./tiles.js";

/**
 * Whether only a running progress, or the caret of the field that has the focus, changed in this part of the screen.
 */
export function movesByItself(part: Rect, elements: readonly UiElement[]): boolean {
  const restless = elements.filter(
    (element) => element.role === "progress" || (element.focused === true && element.actions.includes("edit")),
  );
  const [first, ...others] = restless.map(({ bounds }) => inTiles(bounds));
  return first !== undefined && contains(others.reduce(union, first), part);
}

function inTiles({ left, top, right, bottom }: Rect): Rect {
  const down = (value: number) => Math.floor(value / TILE) * TILE;
  const up = (value: number) => Math.ceil(value / TILE) * TILE;
  return rectOf(down(left), down(top), up(right), up(bottom));
}

/** The innermost elements of the app in whose area two frames differ, in reading order. */
export function changedElements(
  before: TileGrid,
  after: TileGrid,
  elements: readonly UiElement[],
): readonly UiElement[] {
  const parents = new Set(elements.map(({ parent }) => parent));
  const leaves = elements.filter((element) => !element.systemBar && !parents.has(element.ref));
  return leaves.filter(({ bounds }) => !isSameRegion(before, after, bounds));
}
