import type { Traits } from "./traits.js";

/** An element of the old screen and the same one on the new screen. */
export type Pair = readonly [Traits, Traits];

/** The parts of one container before and now, in their order. */
export interface Parts {
  readonly olds: readonly Traits[];
  readonly news: readonly Traits[];
}

/**
 * Finds the parts of a page that are still the same. These are: parts whose key occurs once before and once now (the
 * "anchors"); parts between two anchors, or between an anchor and an end, if no part was added or removed there; and
 * parts that stayed in place, if no part with the same key was added or removed.
 */
export function alignPage(parts: Parts): readonly Pair[] {
  if (haveEqualKeys(parts)) return zip(parts);
  const alone = aloneInBoth(parts);
  const gaps = gapsBetween(parts, inUnchangedOrder(alone)).filter(isNotEmpty);
  if (gaps.length === 0) return alone;
  const known = new Set(alone.flat());
  const between = gaps.flatMap((gap) => {
    // An element here has its pair elsewhere, so it moved here or away, and other elements may have moved with it.
    if ([...gap.olds, ...gap.news].some((element) => known.has(element))) return [];
    return haveEqualKeys(gap) ? zip(gap) : pairsInPlace(gap);
  });
  return [...alone, ...withoutStrangers(between, parts)];
}

/**
 * If an element with a repeated key was added or removed, its pairs are uncertain: keeps only keys of which all are
 * paired.
 */
function withoutStrangers(pairs: readonly Pair[], { olds, news }: Parts): readonly Pair[] {
  const [before, now, paired] = [olds, news, pairs.map(([old]) => old)].map(groupByKey);
  const count = (groups: ReadonlyMap<string, readonly Traits[]> | undefined, key: string) => groups?.get(key)?.length;
  return pairs.filter(([{ key }, other]) => {
    if (key !== other.key) return true;
    const many = count(paired, key);
    return count(before, key) === many && count(now, key) === many;
  });
}

/**
 * Finds the items of a list that are still the same. In a list even a key that occurs once may belong to a different
 * item now: for example, when only one of many "Buy" buttons is visible at a time. So anchors have to support each
 * other. Items between two anchors are known by their order if none was added, removed or renamed. Items at the ends,
 * where more of the list is hidden, are known only if every item stands still.
 */
export function alignList(parts: Parts): readonly Pair[] {
  if (haveEqualKeys(parts) && areInPlace(parts)) return zip(parts);
  const anchors = supported(parts, inUnchangedOrder(aloneInBoth(parts)));
  const isStill = anchors.length > 0 && anchors.every(isInPlace);
  const between = gapsBetween(parts, anchors).flatMap((gap) => {
    const isClosed = gap.start !== undefined && gap.end !== undefined;
    return haveEqualKeys(gap) && (isClosed || (isStill && areInPlace(gap))) ? zip(gap) : [];
  });
  return [...anchors, ...between];
}

interface Gap extends Parts {
  /** The anchors around it; undefined at the ends. */
  readonly start: Pair | undefined;
  readonly end: Pair | undefined;
}

function gapsBetween({ olds, news }: Parts, anchors: readonly Pair[]): readonly Gap[] {
  const oldIndex = new Map(olds.map((element, index) => [element, index]));
  const newIndex = new Map(news.map((element, index) => [element, index]));
  const after = (index: number | undefined) => (index === undefined ? 0 : index + 1);
  return [...anchors, undefined].map((end, at) => {
    const start = at > 0 ? anchors[at - 1] : undefined;
    return {
      start,
      end,
      olds: part(olds, after(start && oldIndex.get(start[0])), end && oldIndex.get(end[0])),
      news: part(news, after(start && newIndex.get(start[1])), end && newIndex.get(end[1])),
    };
  });
}

const NONE: readonly Traits[] = Object.freeze([]);

/** Most gaps of a large screen are empty, so all empty gaps share one list. */
function part(elements: readonly Traits[], start: number, end: number = elements.length): readonly Traits[] {
  return start >= end ? NONE : elements.slice(start, end);
}

function isNotEmpty({ olds, news }: Gap): boolean {
  return olds.length > 0 || news.length > 0;
}

/**
 * Pairs of elements with the same key, if none of that key was added, removed or moved. If other words in the gap
 * changed, only an element that is distinct and alone with its key is kept: under a changed title, a button without
 * words may be a different button, and one of several equal elements may have taken the place of another.
 */
function pairsInPlace({ olds, news }: Parts): readonly Pair[] {
  const newGroups = groupByKey(news);
  const pairs = [...groupByKey(olds)].flatMap(([key, group]) => {
    const alike = { olds: group, news: newGroups.get(key) ?? [] };
    return haveEqualKeys(alike) && areInPlace(alike) ? zip(alike) : [];
  });
  const known = new Set(pairs.flat());
  const [before, now] = [olds, news].map((side) => namesOf(side.filter((element) => !known.has(element))));
  if (before === now && before !== null) return pairs;
  return pairs.filter(([old, { key }]) => old.isDistinct && newGroups.get(key)?.length === 1);
}

/** The labels of the elements without figures, in one line; null if the label of one of them is unknown. */
function namesOf(elements: readonly Traits[]): string | null {
  const names = elements.map(({ name }) => name).filter((name) => name !== "");
  return names.includes(null) ? null : names.join("\u0001");
}

/** Pairs whose key is the only one of its kind on either side, in the order before. */
function aloneInBoth({ olds, news }: Parts): readonly Pair[] {
  const newAlone = aloneByKey(news);
  const pairs: Pair[] = [];
  for (const [key, old] of aloneByKey(olds)) {
    const now = newAlone.get(key);
    if (now) pairs.push([old, now]);
  }
  return pairs;
}

function aloneByKey(elements: readonly Traits[]): ReadonlyMap<string, Traits> {
  const alone = new Map<string, Traits>();
  const several = new Set<string>();
  for (const element of elements) {
    const { key } = element;
    if (several.has(key)) continue;
    if (alone.delete(key)) several.add(key);
    else alone.set(key, element);
  }
  for (const [key, { isDistinct }] of alone) if (!isDistinct) alone.delete(key);
  return alone;
}

function groupByKey(elements: readonly Traits[]): ReadonlyMap<string, readonly Traits[]> {
  const groups = new Map<string, Traits[]>();
  for (const element of elements) {
    const group = groups.get(element.key);
    if (group) group.push(element);
    else groups.set(element.key, [element]);
  }
  return groups;
}

/** With more pairs than this, counting the crossings takes too long: no pair is kept if any two crossed. */
const MOST_TO_COUNT = 3_000;

/**
 * The pairs that kept their order. If two pairs crossed, one of them moved or is a wrong pair. This is the pair with
 * many crossings, if the other has few; if the numbers are similar, both are left out.
 */
export function inUnchangedOrder(pairs: readonly Pair[]): readonly Pair[] {
  const places = pairs.map(([, now]) => now.place);
  if (places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))) return pairs;
  if (places.length > MOST_TO_COUNT) return [];
  const crossings = places.map(() => 0);
  forEachCrossing(places, (one, other) => {
    for (const at of [one, other]) crossings[at] = (crossings[at] ?? 0) + 1;
  });
  const isClear = (few = 0, many = 0) => many > 2 && many > 2 * few;
  const kept = places.map(() => true);
  forEachCrossing(places, (one, other) => {
    if (!isClear(crossings[one], crossings[other])) kept[one] = false;
    if (!isClear(crossings[other], crossings[one])) kept[other] = false;
  });
  return pairs.filter((_, at) => kept[at]);
}

function forEachCrossing(places: readonly number[], visit: (earlier: number, later: number) => void): void {
  places.forEach((place, later) => {
    for (let earlier = 0; earlier < later; earlier++) {
      if ((places[earlier] ?? 0) > place) visit(earlier, later);
    }
  });
}

/**
 * The anchors of a list that can be relied on: those in runs without an added or removed item in between (if all stayed
 * in place, items in between may have changed). An item at an end of the list may be cut off, and may then show only a
 * part of its words: it counts only if it moved as far as its neighbour, in a run of three. All anchors count only if
 * they are more than two thirds of the possible anchors; otherwise the list was scrolled to other items.
 */
function supported(parts: Parts, candidates: readonly Pair[]): readonly Pair[] {
  const moved = candidates.filter((pair, at) => {
    const neighbour = candidates[at > 0 ? at - 1 : 1];
    return !isAtAnEnd(pair, parts) || (neighbour !== undefined && movedAlike(pair, neighbour, parts));
  });
  const reliable = runsOf(parts, moved).filter((run) => isReliable(run, parts));
  const anchors = haveEqualKeys(parts) ? moved : reliable.flat();
  const possible = [parts.olds, parts.news].map((side) => aloneByKey(side.slice(1, -1)).size);
  return anchors.length * 3 > Math.min(...possible) * 2 ? anchors : [];
}

/** Groups of neighbouring anchors between which no item was added or removed. */
function runsOf(parts: Parts, anchors: readonly Pair[]): readonly (readonly Pair[])[] {
  const runs: Pair[][] = [];
  for (const gap of gapsBetween(parts, anchors)) {
    if (!gap.end) continue;
    if (isUndisturbed(gap, parts)) runs.at(-1)?.push(gap.end);
    else runs.push([gap.end]);
  }
  return runs;
}

function isReliable(run: readonly Pair[], parts: Parts): boolean {
  if (run.some((pair) => isAtAnEnd(pair, parts))) return run.length > 2;
  return run.length > 1;
}

function isAtAnEnd([old, now]: Pair, { olds, news }: Parts): boolean {
  const isEnd = (element: Traits, all: readonly Traits[]) => element === all[0] || element === all.at(-1);
  return (isEnd(old, olds) && mayBeCutOff(old)) || (isEnd(now, news) && mayBeCutOff(now));
}

/** Whether the element reaches an edge of its list without reaching the opposite edge. */
function mayBeCutOff({ bounds, list }: Traits): boolean {
  if (list === null) return true;
  const [left, right] = [bounds.left <= list.left, bounds.right >= list.right];
  const [top, bottom] = [bounds.top <= list.top, bounds.bottom >= list.bottom];
  return left !== right || top !== bottom || (left && top);
}

/** Whether both pairs moved by the same distance in the same direction. */
function movedAlike(one: Pair, other: Pair, parts: Parts): boolean {
  return shiftOf(one, parts) === shiftOf(other, parts);
}

/**
 * How far the element moved, by its upper left corner. For the first element, which may be cut off there, by its lower
 * right corner.
 */
function shiftOf([old, now]: Pair, { olds, news }: Parts): string {
  const [before, after] = [old.bounds, now.bounds];
  if (old !== olds[0] && now !== news[0]) return `${after.left - before.left},${after.top - before.top}`;
  return `${after.right - before.right},${after.bottom - before.bottom}`;
}

/**
 * Whether no item was added or removed between two anchors, or the items changed while all stayed in place. An anchor
 * at an end may be cut off, and then matches every item that begins with the same words: nothing may lie between it and
 * the next anchor.
 */
function isUndisturbed(gap: Gap, parts: Parts): boolean {
  const { start, end } = gap;
  if (!start || !end || !movedAlike(start, end, parts)) return false;
  if (haveEqualKeys(gap)) return true;
  if (isAtAnEnd(start, parts) || isAtAnEnd(end, parts)) return false;
  return gap.olds.length === gap.news.length && isInPlace(start) && areInPlace(gap);
}

function haveEqualKeys({ olds, news }: Parts): boolean {
  return olds.length === news.length && olds.every((old, index) => old.key === news[index]?.key);
}

function areInPlace(parts: Parts): boolean {
  return zip(parts).every(isInPlace);
}

function isInPlace(pair: Pair | undefined): boolean {
  if (!pair) return false;
  const [old, now] = pair;
  return old.bounds.left === now.bounds.left && old.bounds.top === now.bounds.top;
}

function zip({ olds, news }: Parts): readonly Pair[] {
  return olds.flatMap((old, index) => {
    const now = news[index];
    return now ? [[old, now] as const] : [];
  });
}
