import type { Role } from "../../screen/element.js";
import { assign, type Pairing } from "./assign.js";
import { isMatchable, type Known, type LayoutContext, near } from "./layout-context.js";
import type { Seen } from "./prepare.js";
import { SAME } from "./settings.js";
import { boxSimilarity } from "./similarity.js";

/** The detection of an element, and their similarity. */
export interface Match {
  readonly seen: Seen;
  readonly similarity: number;
}

/** If two matches are about equally good, touchable detections go to touchable elements, and images to the others. */
const AFFINITY = 0.15;
/** With hundreds of elements that are about equally similar, the best one is good enough. */
const MOST_CANDIDATES = 12;
const LOOKED_AT: ReadonlySet<Role> = new Set(["text", "image", "progress", "web", "canvas"]);

function isForTouch({ isTarget, element }: Known): boolean {
  return isTarget || !LOOKED_AT.has(element.role);
}
/** Android's wrappers have the same bounds as their contents, except for rounding. */
const SAME_BOUNDS = 2;

/** Pairs detections with elements, one to one. The keys are places of elements. */
export function match(context: LayoutContext, things: readonly Seen[]): ReadonlyMap<number, Match> {
  const wrappers = wrapperPlaces(context.known);
  const pairings: (Pairing & { readonly alike: number })[] = [];
  things.forEach((seen, column) => {
    const own = near(context, seen.box).flatMap((known) => {
      if (!isMatchable(known) || wrappers.has(known.place)) return [];
      const alike = boxSimilarity(known.box, seen.box);
      const bonus = isForTouch(known) === seen.isTouchable ? AFFINITY : 0;
      return alike < SAME ? [] : [{ row: known.place, column, value: alike + bonus, alike }];
    });
    pairings.push(...own.sort((a, b) => b.value - a.value || a.row - b.row).slice(0, MOST_CANDIDATES));
  });
  const alikes = new Map(pairings.map(({ row, column, alike }) => [`${row} ${column}`, alike]));
  return new Map(
    assign(pairings).flatMap(({ row, column }): readonly (readonly [number, Match])[] => {
      const seen = things[column];
      return seen ? [[row, { seen, similarity: alikes.get(`${row} ${column}`) ?? 0 }]] : [];
    }),
  );
}

/**
 * Elements with the same bounds as an element inside them, with the place of the inner one; of nested targets, the
 * innermost.
 */
export function wrapperPlaces(known: readonly Known[]): ReadonlyMap<number, number> {
  const wrappers = new Map<number, number>();
  for (const inner of [...known].reverse()) {
    const outer = inner.element.parent === null ? undefined : known[inner.element.parent];
    if (!outer || !haveSameBounds(inner, outer)) continue;
    const within = wrappers.get(inner.place) ?? inner.place;
    if (!inner.isTarget && outer.isTarget) wrappers.set(inner.place, outer.place);
    else wrappers.set(outer.place, within);
  }
  return wrappers;
}

function haveSameBounds({ box: a }: Known, { box: b }: Known): boolean {
  const sides = [a.left - b.left, a.top - b.top, a.right - b.right, a.bottom - b.bottom];
  return sides.every((off) => Math.abs(off) <= SAME_BOUNDS);
}
