import type { Rect } from "../base/geometry.js";
import type { KnownElement } from "./seen-screen.js";
import type { Elements } from "./traits.js";

/** A screen, the elements of it that were seen before, and whether each of these still has the same meaning. */
export interface ScreenSince {
  readonly screen: Elements;
  readonly known: ReadonlyMap<number, KnownElement>;
  readonly own: readonly { readonly isSame: boolean; readonly counting: boolean }[];
}

/** An element of a window that was seen before, and how far it moved since. */
export interface PairInWindow {
  readonly place: number;
  readonly known: KnownElement;
  readonly move: string;
}

export const NOT_MOVED = "0,0";

/** All elements of a window that were seen before. */
export function pairsIn({ screen: { elements }, known }: ScreenSince, window: number): readonly PairInWindow[] {
  const pairs: PairInWindow[] = [];
  for (const [place, one] of known) {
    const element = elements[place];
    if (element?.window === window) pairs.push({ place, known: one, move: moveOf(one.element.bounds, element.bounds) });
  }
  return pairs;
}

function moveOf(before: Rect, now: Rect): string {
  return `${now.left - before.left},${now.top - before.top}`;
}

/** Whether no element with words was added or changed, and all of them kept their positions relative to each other. */
export function isUndisturbed(side: ScreenSince, window: number): boolean {
  const { elements } = side.screen;
  for (const [place, element] of elements.entries()) {
    if (element.window !== window || element.labels.length === 0) continue;
    if (side.own[place]?.isSame !== true) return false;
    // The selected state does not change the meaning of a tab, but it changes the meaning of the elements on its page.
    if (side.known.get(place)?.element.selected !== element.selected) return false;
  }
  const pairs = pairsIn(side, window).toSorted((one, other) => one.place - other.place);
  const moves = new Set(pairs.map(({ move }) => move));
  if (moves.size > (moves.has(NOT_MOVED) ? 2 : 1)) return false;
  return areInOrder(pairs);
}

/** Whether all were seen on one screen, in the same order. */
function areInOrder(pairs: readonly PairInWindow[]): boolean {
  let last = -1;
  for (const { known } of pairs) {
    if (known.seen !== pairs[0]?.known.seen) return false;
    const at = known.seen.refs.get(known.element.ref) ?? -1;
    if (at <= last) return false;
    last = at;
  }
  return true;
}
