import { isOnlyCounting, withoutFigures } from "./meaning.js";
import { isScrolledIn } from "./nodes-above.js";
import type { SamePlace } from "./same-places.js";
import type { SeenWindow } from "./seen-screen.js";
import type { Looks } from "./traits.js";
import type { WindowPart } from "./unmoved.js";

/**
 * Elements without an id that count: in the same place something of the same class says the same but for figures, and
 * nothing else in the window says that, before or now. Not in what scrolls, where another item may have come there.
 * `pairs` are known already.
 */
export function pairsOfCounters(
  { seen, window }: SeenWindow,
  now: WindowPart,
  pairs: readonly SamePlace[],
): readonly SamePlace[] {
  const [olds, news] = [new Set(pairs.map(([old]) => old)), new Set(pairs.map(([, place]) => place))];
  const before = countersOf(seen.elements, window, olds);
  if (before.size === 0) return [];
  const after = countersOf(now.screen.elements, now.window, news);
  return [...before].flatMap(([key, [old, ...others]]): readonly SamePlace[] => {
    const [place, ...rivals] = after.get(key) ?? [];
    if (old === undefined || place === undefined || others.length > 0 || rivals.length > 0) return [];
    const [was, is] = [seen.elements[old], now.screen.elements[place]];
    if (!was || !is || olds.has(old) || news.has(place)) return [];
    if (!isInPlace(was, is) || !isOnlyCounting(was.labels.join("\u0001"), is.labels.join("\u0001"))) return [];
    const isFixed = !isScrolledIn(was.node, seen.viewHierarchy) && !isScrolledIn(is.node, now.screen.hierarchy);
    return isFixed ? [[old, place]] : [];
  });
}

function isInPlace(was: Looks | undefined, is: Looks | undefined): boolean {
  return was?.bounds.left === is?.bounds.left && was?.bounds.top === is?.bounds.top;
}

/** Places of the elements with figures by what they say without them; empty where all are known. */
function countersOf(
  elements: readonly Looks[],
  window: number,
  known: ReadonlySet<number>,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  let isAnyUnknown = false;
  for (const [place, { className, role, resourceId, labels, node, window: own }] of elements.entries()) {
    const words = labels.join("\u0001");
    if (own !== window || node === null || !/\p{Nd}/u.test(words)) continue;
    isAnyUnknown ||= !known.has(place);
    const key = JSON.stringify([className ?? role, resourceId, withoutFigures(words)]);
    const alike = places.get(key);
    if (alike) alike.push(place);
    else places.set(key, [place]);
  }
  return isAnyUnknown ? places : new Map();
}
