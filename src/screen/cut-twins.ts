import type { Rect } from "../base/geometry.js";
import { toggleOf, withoutFigures } from "./meaning.js";
import type { SamePlace } from "./same-places.js";
import { siblings } from "./siblings.js";
import type { WindowPart } from "./unmoved.js";

/**
 * Places before of those of these pairs that are not known after all: a row that came, or went, is cut off beside one
 * and may say the same. One of the two came then, and it is unknown which. The contents of such a row are unknown, too.
 * In `pairs`, parents come first.
 */
export function cutTwins(before: WindowPart, now: WindowPart, pairs: readonly SamePlace[]): ReadonlySet<number> {
  const sides = { before, now, olds: new Map(pairs), news: new Map(pairs.map(([old, place]) => [place, old])) };
  const lost = besideChangedStrips(pairs, sides);
  const hasUnknown = hasUnknownCut(before, sides.olds) || hasUnknownCut(now, sides.news);
  for (const [old, place] of hasUnknown || lost.size > 0 ? pairs : []) {
    const isIn = lost.has(before.traits.around(old) ?? -1);
    if (isIn || hasNamedCutTwin(old, before, sides.olds) || hasNamedCutTwin(place, now, sides.news)) lost.add(old);
  }
  return lost;
}

/** So many places on both sides are looked at. */
export const MOST_BESIDE = 60;

interface Sides {
  readonly before: WindowPart;
  readonly now: WindowPart;
  /** Places now of what is known, by those before; and the other way round. */
  readonly olds: ReadonlyMap<number, number>;
  readonly news: ReadonlyMap<number, number>;
}

/**
 * A row that is cut off above its words shows only a strip. If several toggles in it turned at once, which no
 * touch does, it may be another row by now: the one beside it, pushed there by one that says the same, if they stand as
 * in that one now; or if they stood so before, that one may be gone, and the row of the strip in its place. Places
 * before.
 */
function besideChangedStrips(pairs: readonly SamePlace[], { before, now, olds }: Sides): Set<number> {
  const lost = new Set<number>();
  const turned = new Map<number, number>();
  for (const [old, place] of pairs) {
    const [was, is] = [before.screen.elements[old], now.screen.elements[place]];
    const strip = before.traits.around(old);
    if (!was || !is || strip === null || toggleOf(was) === toggleOf(is)) continue;
    if (isStrip(strip, before) && isStrip(olds.get(strip) ?? -1, now)) turned.set(strip, (turned.get(strip) ?? 0) + 1);
  }
  for (const [old, count] of turned) {
    if (count < 2) continue;
    const place = olds.get(old) ?? -1;
    for (const [from, to] of rowsBeside(old, before, olds)) {
      if (standAlike(place, to, now) || standAlike(old, from, before)) lost.add(from);
    }
  }
  return lost;
}

function isStrip(place: number, part: WindowPart): boolean {
  return part.screen.elements[place]?.labels.length === 0 && isCutOff(place, part);
}

/** The rows on both sides of one that are known and say the same as the nearest of them. */
function rowsBeside(place: number, part: WindowPart, known: ReadonlyMap<number, number>): readonly SamePlace[] {
  const found: SamePlace[] = [];
  for (const step of [-1, 1] as const) {
    let nearest: number | null = null;
    let passed = 0;
    for (const at of siblings(place, step, part)) {
      const partner = known.get(at);
      nearest ??= at;
      passed += 1;
      if (partner === undefined || passed > MOST_BESIDE || !saySame(at, nearest, part)) break;
      found.push([at, partner]);
    }
  }
  return found;
}

/** All that a strip shows stands so in a row, too, as far from the same edge. */
function standAlike(strip: number, row: number, part: WindowPart): boolean {
  const { elements } = part.screen;
  const inRow = partsOf(row, part);
  return partsOf(strip, part).every((one) => {
    const [shown, { kind, bounds }] = [elements[one], part.traits.of(one)];
    return inRow.some((other) => {
      const [like, found] = [elements[other], part.traits.of(other)];
      const isInLine = found.bounds.left === bounds.left || found.bounds.top === bounds.top;
      return found.kind === kind && isInLine && shown && like && toggleOf(shown) === toggleOf(like);
    });
  });
}

function partsOf(row: number, { screen: { elements }, traits }: WindowPart): readonly number[] {
  const found: number[] = [];
  // Parts come right after the element that contains them.
  for (let at = row + 1; at < elements.length && at <= row + MOST_BESIDE; at += 1) {
    if (traits.around(at) === row) found.push(at);
  }
  return found;
}

interface Known {
  has(place: number): boolean;
}

function hasUnknownCut({ screen, window, traits }: WindowPart, known: Known): boolean {
  const part = { screen, window, traits };
  return screen.elements.some(
    (one, at) => one.window === window && one.labels.length > 0 && !known.has(at) && reachesEnd(at, part),
  );
}

function hasNamedCutTwin(place: number, part: WindowPart, known: Known): boolean {
  const labels = part.screen.elements[place]?.labels ?? [];
  return labels.length > 0 && hasCutTwin(place, part, known, ({ length }) => length > 0);
}

/**
 * Before the next known parts on both sides there is one, cut off at an end of what they lie in, that may say the same.
 * Those that say the same stand for each other. Among very many that are not known there may be one, too.
 */
export function hasCutTwin(
  place: number,
  part: WindowPart,
  known: Known,
  isReported: (words: string) => boolean = () => true,
): boolean {
  const own = wordsOf(place, part);
  for (const step of [-1, 1] as const) {
    let alike = 0;
    let unknown = 0;
    for (const at of siblings(place, step, part)) {
      if (known.has(at)) {
        alike += 1;
        if (alike < MOST_BESIDE && saySame(at, place, part)) continue;
        break;
      }
      unknown += 1;
      if (unknown > MOST_BESIDE) return true;
      const words = wordsOf(at, part);
      if (isReported(words) && own.startsWith(words) && isCutOff(at, part)) return true;
    }
  }
  return false;
}

function wordsOf(place: number, { screen: { elements } }: WindowPart): string {
  const labels = elements[place]?.labels ?? NO_LABELS;
  const known = wordsOfLabels.get(labels) ?? withoutFigures(labels.join("\u0001"));
  wordsOfLabels.set(labels, known);
  return known;
}

const NO_LABELS: readonly string[] = Object.freeze([]);
/** Each is asked for all that are beside it. */
const wordsOfLabels = new WeakMap<readonly string[], string>();

function saySame(one: number, other: number, { screen: { elements } }: WindowPart): boolean {
  return elements[one]?.labels.join("\u0001") === elements[other]?.labels.join("\u0001");
}

/**
 * Whether all that it says is surely in sight, of what lies in something that scrolls; what does not is taken to be
 * whole.
 */
export function isWhole(place: number, part: WindowPart): boolean {
  return part.traits.list(place) === null || !isCutOff(place, part);
}

/**
 * It does not say itself what it says, reaches an end of what it lies in, and is of another size than all other parts
 * that do not: what is cut off there may say what another one begins with.
 */
function isCutOff(place: number, part: WindowPart): boolean {
  const known = cutOff.get(part.traits) ?? [];
  cutOff.set(part.traits, known);
  known[place] ??= looksCutOff(place, part);
  return known[place];
}

/** By places; each is asked for all that are beside it. */
const cutOff = new WeakMap<WindowPart["traits"], boolean[]>();

function looksCutOff(place: number, part: WindowPart): boolean {
  const { screen, traits } = part;
  const node = screen.hierarchy.nodes[screen.elements[place]?.node ?? -1];
  if (!reachesEnd(place, part) || node?.text || node?.contentDescription) return false;
  const { bounds, parent } = traits.of(place);
  for (let at = Math.max(0, place - MOST_BESIDE); at < screen.elements.length && at <= place + MOST_BESIDE; at += 1) {
    if (at === place || traits.around(at) !== parent) continue;
    if (!reachesEnd(at, part) && sizeOf(traits.of(at).bounds) === sizeOf(bounds)) return false;
  }
  return true;
}

/**
 * Rows as wide as what scrolls scroll up and down; what reaches from edge to edge neither way, along the longer side.
 */
function reachesEnd(place: number, part: WindowPart): boolean {
  const { bounds, list } = part.traits.of(place);
  const around = list ?? pageAround(place, part);
  if (around === null) return false;
  const [left, right] = [bounds.left <= around.left, bounds.right >= around.right];
  const [top, bottom] = [bounds.top <= around.top, bounds.bottom >= around.bottom];
  const isSideways = (top && bottom) || (!(left && right) && around.right - around.left > around.bottom - around.top);
  return isSideways ? left || right : top || bottom;
}

/** What a page that does not scroll has no room for is cut off with what it lies in. */
function pageAround(place: number, { screen: { elements, hierarchy } }: WindowPart): Rect | null {
  const parent = hierarchy.nodes[elements[place]?.node ?? -1]?.parent ?? null;
  return hierarchy.nodes[parent ?? -1]?.bounds ?? null;
}

function sizeOf({ left, top, right, bottom }: Rect): string {
  return `${right - left}x${bottom - top}`;
}
