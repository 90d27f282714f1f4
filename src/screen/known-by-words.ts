import { isSameRect, type Rect } from "../base/geometry.js";
import { hasCutTwin, isWhole, MOST_BESIDE } from "./cut-twins.js";
import { namesLine } from "./known-with-name.js";
import { isMoney, isOnlyCounting, withoutFigures } from "./meaning.js";
import { isScrolledIn } from "./nodes-above.js";
import type { SamePlace } from "./same-places.js";
import { siblings } from "./siblings.js";
import type { Looks } from "./traits.js";
import type { WindowPart } from "./unmoved.js";

/**
 * Pairs that are identified by words that their key does not contain, or that do not suffice in a list: for counts, the
 * words without figures; for fields, the text; for rows, the name. No other element of the same class in the window may
 * have these words, before or now, and the neighbours have to be the same (see {@link isSame}). `pairs` are known
 * already.
 */
export function pairsByWords(old: WindowPart, now: WindowPart, pairs: readonly SamePlace[]): readonly SamePlace[] {
  const [olds, news] = [new Set(pairs.map(([from]) => from)), new Set(pairs.map(([, place]) => place))];
  const before = placesByWords(old, olds);
  if (before.size === 0) return [];
  const after = placesByWords(now, news);
  const alone = [...before].flatMap(([key, [from, ...others]]): readonly SamePlace[] => {
    const [place, ...rivals] = after.get(key) ?? [];
    if (from === undefined || place === undefined || others.length > 0 || rivals.length > 0) return [];
    return olds.has(from) || news.has(place) ? [] : [[from, place]];
  });
  const sides = { old, now, partners: new Map(pairs), places: news };
  const ordered = alone.filter((pair, index) => {
    const beside = alone.slice(Math.max(0, index - MOST_BESIDE), index + MOST_BESIDE);
    return !beside.some((other) => haveCrossed(pair, other));
  });
  const found = foundByTurns(ordered, sides);
  return [...found, ...unmovedRows(ordered, found, sides)];
}

/** How often the search is repeated with the neighbours that were found. */
const MOST_TURNS = 4;

/** Each pair that was found is a known neighbour for the next search. */
function foundByTurns(candidates: readonly SamePlace[], sides: Sides, turns = MOST_TURNS): readonly SamePlace[] {
  const found = turns === 0 ? [] : candidates.filter((pair) => isSame(pair, sides));
  if (found.length === 0) return [];
  const partners = new Map([...sides.partners, ...found]);
  const places = new Set(partners.values());
  const isFound = new Set(found);
  const rest = candidates.filter((pair) => !isFound.has(pair));
  return [...found, ...foundByTurns(rest, { ...sides, partners, places }, turns - 1)];
}

function haveCrossed([from, to]: SamePlace, [otherFrom, otherTo]: SamePlace): boolean {
  return Math.sign(otherFrom - from) !== Math.sign(otherTo - to);
}

interface Sides {
  readonly old: WindowPart;
  readonly now: WindowPart;
  /** Present places of known elements, by their places before. */
  readonly partners: ReadonlyMap<number, number>;
  /** The present places of known elements. */
  readonly places: ReadonlySet<number>;
}

/**
 * Outside scroll containers, an unchanged place is enough to identify an element with a count. Elsewhere the element
 * needs words besides its figures, and the same neighbours. In a scroll container another item may have come to the
 * place, and the text of a field may have moved to another field: these elements have to move together with a neighbour
 * as well, unless it is a row with exactly the same words.
 */
function isSame(pair: SamePlace, { old, now, partners, places }: Sides): boolean {
  const [was, is] = [old.screen.elements[pair[0]], now.screen.elements[pair[1]]];
  if (!was || !is) return false;
  const [words, wordsNow] = [was, is].map(({ labels }) => labels.join("\u0001"));
  if (words === undefined || wordsNow === undefined) return false;
  const isCounted = isOnlyCounting(words, wordsNow) || (isRow(pair[0], old) && differInSums(was, is));
  if (words !== wordsNow && (isField(was) || !isCounted)) return false;
  const isFixed = !isScrolledIn(was.node, old.screen.hierarchy) && !isScrolledIn(is.node, now.screen.hierarchy);
  if ((isFixed || isField(was)) && isInPlace(was, is)) return true;
  if (!/\p{L}/u.test(withoutFigures(words)) || !(isWhole(pair[0], old) && isWhole(pair[1], now))) return false;
  if (hasCutTwin(pair[0], old, partners) || hasCutTwin(pair[1], now, places)) return false;
  const beside = neighboursOf(pair, { old, now, partners, places });
  if (beside === null) return false;
  const isEnough = !isField(was) && (isFixed || (words === wordsNow && isRow(pair[0], old)));
  return isEnough || beside.some((neighbour) => moveAlike([was, is], neighbour));
}

/** Whether only prices differ: it is the same item, whose meaning has changed (see `namingsOf`). */
function differInSums({ labels: was }: Looks, { labels: is }: Looks): boolean {
  const isSameOrSum = (label: string, now: string) => label === now || (isMoney(label) && isMoney(now));
  return was.length === is.length && was.every((label, at) => isSameOrSum(label, is[at] ?? ""));
}

/**
 * Rows of one container with equal words that did not move or grow. Several are needed: they prove that the list did
 * not scroll.
 */
function unmovedRows(alone: readonly SamePlace[], found: readonly SamePlace[], sides: Sides): readonly SamePlace[] {
  const { old, now } = sides;
  const isFound = new Set(found);
  const unmoved = alone.filter((pair) => {
    const [was, is] = [old.screen.elements[pair[0]], now.screen.elements[pair[1]]];
    if (!was || !is || isFound.has(pair) || !isRow(pair[0], old)) return false;
    if (!isWhole(pair[0], old) || !isWhole(pair[1], now)) return false;
    return was.labels.join("\u0001") === is.labels.join("\u0001") && isSameRect(was.bounds, is.bounds);
  });
  const counts = new Map<number | null, number>();
  for (const [from] of unmoved) {
    const around = old.traits.around(from);
    counts.set(around, (counts.get(around) ?? 0) + 1);
  }
  const isAlone = ([from]: SamePlace) => counts.get(old.traits.around(from)) === 1;
  return unmoved.filter((pair) => !isAlone(pair) && isInSameContainer(pair, sides));
}

/**
 * Whether it contains other elements, has several labels, or names the elements in one line with it: then its words are
 * the name of an item, not a word that each item has.
 */
function isRow(place: number, part: WindowPart): boolean {
  const { elements } = part.screen;
  const element = elements[place];
  if (!element || isField(element) || element.actions.includes("scroll") || !/\p{L}/u.test(element.labels.join()))
    return false;
  return (
    element.role === "row" ||
    element.labels.length > 1 ||
    part.traits.around(place + 1) === place ||
    namesLine(place, part)
  );
}

function isField({ actions }: Looks): boolean {
  return actions.includes("edit");
}

function isInPlace(was: Looks, is: Looks): boolean {
  return was.bounds.left === is.bounds.left && was.bounds.top === is.bounds.top;
}

type LooksPair = readonly [Looks, Looks];

/**
 * Whether both pairs moved by the same distance in both directions, by one edge: elements with counts grow, and scroll
 * containers cut elements off at one end.
 */
function moveAlike([was, is]: LooksPair, [before, after]: LooksPair): boolean {
  const moved = (edge: keyof Rect) => is.bounds[edge] - was.bounds[edge] === after.bounds[edge] - before.bounds[edge];
  return (moved("top") || moved("bottom")) && (moved("left") || moved("right"));
}

/** The nearest known elements on both sides in its container; null if there are none, or if their order changed. */
function neighboursOf([old, place]: SamePlace, sides: Sides): readonly LooksPair[] | null {
  const { old: before, now, partners } = sides;
  if (!isInSameContainer([old, place], sides)) return null;
  const found: LooksPair[] = [];
  for (const step of [-1, 1] as const) {
    const at = nearestKnown(siblings(old, step, before, MOST_BESIDE), partners);
    if (at === undefined) continue;
    const partner = partners.get(at) ?? -1;
    if (Math.sign(partner - place) !== step) return null;
    const [one, other] = [before.screen.elements[at], now.screen.elements[partner]];
    if (one && other) found.push([one, other]);
  }
  return found.length === 0 ? null : found;
}

function nearestKnown(places: Iterable<number>, partners: ReadonlyMap<number, number>): number | undefined {
  for (const place of places) if (partners.has(place)) return place;
  return undefined;
}

function isInSameContainer([old, place]: SamePlace, { old: before, now, partners }: Sides): boolean {
  const [around, container] = [before.traits.around(old), now.traits.around(place)];
  return around === null ? container === null : partners.get(around) === container;
}

/**
 * The places of elements with counts, of fields and of rows, by their words without figures; empty if all are known.
 */
function placesByWords(part: WindowPart, known: ReadonlySet<number>): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  let isAnyUnknown = false;
  for (const [place, element] of part.screen.elements.entries()) {
    if (element.window !== part.window || element.node === null || element.labels.length === 0) continue;
    const { className, role, resourceId, labels } = element;
    const words = labels.join("\u0001");
    const mayBeKnown = isField(element) ? /\p{L}/u.test(words) : /\p{Nd}/u.test(words) || isRow(place, part);
    if (!mayBeKnown) continue;
    isAnyUnknown ||= !known.has(place);
    const key = JSON.stringify([className ?? role, resourceId, withoutFigures(words)]);
    const alike = places.get(key);
    if (alike) alike.push(place);
    else places.set(key, [place]);
  }
  return isAnyUnknown ? places : new Map();
}
