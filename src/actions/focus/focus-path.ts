import type { Rect } from "../../base/geometry.js";
import { FOCUS_KEYS, type FocusKey, nextFocus } from "./focus-finder.js";

/** An element or node on the screen that can have the focus. */
export interface FocusStop {
  /** A name that stays the same on each screen that shows it. */
  readonly name: string;
  readonly bounds: Rect;
}

/** The effects of keys so far: `KEY NAME` gives the name of the stop that got the focus. */
export type SeenMoves = ReadonlyMap<string, string>;

export function moveKey(name: string, key: FocusKey): string {
  return `${key} ${name}`;
}

/**
 * The fewest keys of the D-pad that lead from one stop to another; null if no way is known. The effect of a key is the
 * one that was seen before, else the one by Android's rule. Of several ways of the same length, the first in the order
 * down, right, up, left. Pure.
 */
export function focusPath(
  stops: readonly FocusStop[],
  { from, to, seen }: { readonly from: string; readonly to: string; readonly seen: SeenMoves },
): readonly FocusKey[] | null {
  const byName = new Map(stops.map((stop) => [stop.name, stop]));
  const ways = new Map<string, readonly FocusKey[]>([[from, []]]);
  for (const [name, way] of ways) {
    if (name === to) return way;
    const stop = byName.get(name);
    if (!stop) continue;
    const others = stops.filter((other) => other.name !== name);
    const boxes = others.map(({ bounds }) => bounds);
    for (const key of FOCUS_KEYS) {
      const place = nextFocus(stop.bounds, boxes, key);
      const next = seen.get(moveKey(name, key)) ?? (place === null ? undefined : others[place]?.name);
      if (next !== undefined && !ways.has(next)) ways.set(next, [...way, key]);
    }
  }
  return null;
}
