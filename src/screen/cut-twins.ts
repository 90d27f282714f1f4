import type { Rect } from "../base/geometry.js";
import { toggleOf, withoutFigures } from "./meaning.js";
import type { SamePlace } from "./same-places.js";
import { siblings } from "./siblings.js";
import type { WindowPart } from "./unmoved.js";

/**
 * The uncertain pairs, by their places before. A row that was added or removed may be cut off, and may have the same
 * words as the row beside it: then it is unknown which of the two was added or removed. The contents of such a row are
 * uncertain, too. In `pairs`, parents come first.
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

/** The most neighbours that are checked on either side. */
export const MOST_BESIDE = 60;

interface Sides {
  readonly before: WindowPart;
  readonly now: WindowPart;
  /** The places of known elements now, by their places before; `news` has the reverse. */
  readonly olds: ReadonlyMap<number, number>;
  readonly news: ReadonlyMap<number, number>;
}

/**
 * Finds rows that may be confused with a row that is cut off; gives their places before. If a row is cut off above its
 * words, only a strip without words is visible. Several toggles in the strip cannot change at once by a touch: if they
 * did, the strip may now be a part of another row. The row beside the strip is uncertain in two cases. If its toggles
 * match the strip now, it may have been pushed there by an added row with the same words. If its toggles matched the
 * strip before, it may be gone, and the row of the strip may have taken its place.
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

/** The known rows on both sides that have the same words as the nearest row on that side. */
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

/**
 * Whether the row shows every part of the strip as well, with the same state and at the same distance from one edge.
 */
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
 * Whether a row between the element and the next known elements on either side is cut off and may have the same words.
 * Known elements with the same words are skipped. True also if too many unknown elements lie there.
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
/** Cached: the words of a label are needed for all neighbours. */
const wordsOfLabels = new WeakMap<readonly string[], string>();

function saySame(one: number, other: number, { screen: { elements } }: WindowPart): boolean {
  return elements[one]?.labels.join("\u0001") === elements[other]?.labels.join("\u0001");
}

/**
 * Whether all words of the element are certainly visible. An element that does not lie in a scroll container counts as
 * whole.
 */
export function isWhole(place: number, part: WindowPart): boolean {
  return part.traits.list(place) === null || !isCutOff(place, part);
}

/**
 * Whether the element reports no label itself, reaches an end of its scroll container, and has a different size than
 * all other elements there that do not reach an end. The words of a truncated row may be the beginning of another row's
 * words.
 */
function isCutOff(place: number, part: WindowPart): boolean {
  const known = cutOff.get(part.traits) ?? [];
  cutOff.set(part.traits, known);
  known[place] ??= looksCutOff(place, part);
  return known[place];
}

/** Whether elements are cut off, by place: cached, since it is needed for all neighbours. */
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
 * Whether the element reaches an end of its list. Rows as wide as their list scroll up and down; if an element fills
 * the list in neither direction, the list scrolls along its longer side.
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

/** The bounds of the parent: a page that does not scroll cuts off elements at its own bounds. */
function pageAround(place: number, { screen: { elements, hierarchy } }: WindowPart): Rect | null {
  const parent = hierarchy.nodes[elements[place]?.node ?? -1]?.parent ?? null;
  return hierarchy.nodes[parent ?? -1]?.bounds ?? null;
}

function sizeOf({ left, top, right, bottom }: Rect): string {
  return `${right - left}x${bottom - top}`;
}
