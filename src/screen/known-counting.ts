import { isOnlyCounting, withoutFigures } from "./meaning.js";
import { isScrolledIn } from "./nodes-above.js";
import type { SamePlace } from "./same-places.js";
import type { Looks } from "./traits.js";
import type { WindowPart } from "./unmoved.js";

/**
 * Elements without an id that count: something of the same class says the same but for figures, and nothing else in the
 * window says that, before or now. Where nothing scrolls, its place proves it. Elsewhere it needs words besides its figures, and has to stand
 * between the same neighbours; in what scrolls, where another item may have come there, it has to have moved with one of
 * them as well. `pairs` are known already.
 */
export function pairsOfCounters(old: WindowPart, now: WindowPart, pairs: readonly SamePlace[]): readonly SamePlace[] {
  const [olds, news] = [new Set(pairs.map(([old]) => old)), new Set(pairs.map(([, place]) => place))];
  const before = countersOf(old.screen.elements, old.window, olds);
  if (before.size === 0) return [];
  const after = countersOf(now.screen.elements, now.window, news);
  const sides = { old, now, partners: new Map(pairs) };
  return [...before].flatMap(([key, [from, ...others]]): readonly SamePlace[] => {
    const [place, ...rivals] = after.get(key) ?? [];
    if (from === undefined || place === undefined || others.length > 0 || rivals.length > 0) return [];
    if (olds.has(from) || news.has(place)) return [];
    return isSameCounter([from, place], sides) ? [[from, place]] : [];
  });
}

interface Sides {
  readonly old: WindowPart;
  readonly now: WindowPart;
  /** Places now of what is known, by those before. */
  readonly partners: ReadonlyMap<number, number>;
}

function isSameCounter(pair: SamePlace, { old, now, partners }: Sides): boolean {
  const [was, is] = [old.screen.elements[pair[0]], now.screen.elements[pair[1]]];
  if (!was || !is) return false;
  const words = was.labels.join("\u0001");
  if (!isOnlyCounting(words, is.labels.join("\u0001"))) return false;
  const isFixed = !isScrolledIn(was.node, old.screen.hierarchy) && !isScrolledIn(is.node, now.screen.hierarchy);
  if (isFixed && isInPlace(was, is)) return true;
  if (!/\p{L}/u.test(withoutFigures(words))) return false;
  const beside = neighboursOf(pair, { old, now, partners });
  if (beside === null) return false;
  return isFixed || beside.some((neighbour) => moveAlike([was, is], neighbour));
}

function isInPlace(was: Looks, is: Looks): boolean {
  return was.bounds.left === is.bounds.left && was.bounds.top === is.bounds.top;
}

type LooksPair = readonly [Looks, Looks];

/** As far up or down, and one of its sides as far to the left or to the right: what counts grows. */
function moveAlike([was, is]: LooksPair, [before, after]: LooksPair): boolean {
  const isLevel = is.bounds.top - was.bounds.top === after.bounds.top - before.bounds.top;
  const sideways = after.bounds.left - before.bounds.left;
  return isLevel && [is.bounds.left - was.bounds.left, is.bounds.right - was.bounds.right].includes(sideways);
}

/** The nearest known elements on both sides in its container; null where there are none, or their order is another one. */
function neighboursOf([old, place]: SamePlace, { old: before, now, partners }: Sides): readonly LooksPair[] | null {
  if (!isInSameContainer([old, place], { old: before, now, partners })) return null;
  const found: LooksPair[] = [];
  for (const step of [-1, 1]) {
    const at = nextKnown(old, step, { old: before, now, partners });
    if (at === null) continue;
    const partner = partners.get(at) ?? -1;
    if (Math.sign(partner - place) !== step) return null;
    const [one, other] = [before.screen.elements[at], now.screen.elements[partner]];
    if (one && other) found.push([one, other]);
  }
  return found.length === 0 ? null : found;
}

function isInSameContainer([old, place]: SamePlace, { old: before, now, partners }: Sides): boolean {
  const [around, container] = [before.traits.around(old), now.traits.around(place)];
  return around === null ? container === null : partners.get(around) === container;
}

function nextKnown(old: number, step: number, { old: { screen, traits, window }, partners }: Sides): number | null {
  const [parent, isListed] = [traits.around(old), traits.list(old) !== null];
  for (let at = old + step; at > (parent ?? -1) && at < screen.elements.length; at += step) {
    if (screen.elements[at]?.window !== window || traits.around(at) !== parent) continue;
    if ((traits.list(at) !== null) === isListed && partners.has(at)) return at;
  }
  return null;
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
