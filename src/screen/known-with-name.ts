import { areInLine } from "../base/geometry.js";
import { isTouchTarget } from "./element.js";
import { withoutFigures } from "./meaning.js";
import type { SamePlace } from "./same-places.js";
import type { Looks } from "./traits.js";
import type { WindowPart } from "./unmoved.js";

/** So many places before and behind a name its line may reach. */
const MOST_IN_LINE = 12;

/**
 * What belongs to a name that is known to be the same: the controls in one line with a text, the parts of a row. They are
 * the same if there are the same ones as before, one by one, all of which moved as the name did. So a switch without words
 * stays that of "Hugo", also in what scrolls, whatever came above or below. `pairs` are known already.
 */
export function pairsWithName(before: WindowPart, now: WindowPart, pairs: readonly SamePlace[]): readonly SamePlace[] {
  const partners = new Map(pairs);
  const news = new Set(partners.values());
  if (!hasUnknown(before, new Set(partners.keys())) || !hasUnknown(now, news)) return [];
  const isContrary = ([from, to]: SamePlace) => (partners.has(from) ? partners.get(from) !== to : news.has(to));
  const found = new Map<number, number>();
  for (const name of pairs) {
    if (!isSameName(before.screen.elements[name[0]], now.screen.elements[name[1]])) continue;
    const parts = samePartsOf(name, { before, now });
    if (parts.some(isContrary)) continue;
    for (const [from, to] of parts) if (!partners.has(from)) found.set(to, from);
  }
  return [...found].map(([to, from]) => [from, to]);
}

function hasUnknown({ screen: { elements }, window }: WindowPart, known: ReadonlySet<number>): boolean {
  return elements.some((one, at) => one.window === window && one.node !== null && !known.has(at));
}

/** Both a text or both a control, saying the same but for figures, and not only those. */
function isSameName(old: Looks | undefined, now: Looks | undefined): boolean {
  if (!old || !now || isTouchTarget(old) !== isTouchTarget(now)) return false;
  const [before, after] = [old, now].map(({ labels }) => withoutFigures(labels.join("\u0001")));
  return before === after && /\p{L}/u.test(before ?? "");
}

interface Sides {
  readonly before: WindowPart;
  readonly now: WindowPart;
}

/** Empty where something came, went or moved by itself. */
function samePartsOf([old, place]: SamePlace, { before, now }: Sides): readonly SamePlace[] {
  const [was, is] = [partsOf(old, before), partsOf(place, now)];
  if (was.length !== is.length) return [];
  const parts = was.map((at, index): SamePlace => [at, is[index] ?? -1]);
  const isAlike = ([from, to]: SamePlace) =>
    before.traits.of(from).key === now.traits.of(to).key && offset(from, old, before) === offset(to, place, now);
  return parts.every(isAlike) ? parts : [];
}

function partsOf(name: number, part: WindowPart): readonly number[] {
  const element = part.screen.elements[name];
  if (!element) return [];
  const parts = inside(name, part);
  return parts.length > 0 || isTouchTarget(element) ? parts : inLine(name, element, part);
}

function inside(row: number, { screen: { elements }, traits }: WindowPart): readonly number[] {
  const found: number[] = [];
  // Parts stand right behind what they are in.
  for (let at = row + 1; at < elements.length && at <= row + MOST_IN_LINE; at += 1) {
    if (traits.around(at) === row) found.push(at);
  }
  return found;
}

/** The controls in one line with a text, in their order. */
function inLine(text: number, { bounds }: Looks, { screen: { elements }, traits, window }: WindowPart) {
  const [parent, isListed] = [traits.around(text), traits.list(text) !== null];
  const found: number[] = [];
  for (let at = Math.max(0, text - MOST_IN_LINE); at <= text + MOST_IN_LINE; at += 1) {
    const element = elements[at];
    if (!element || element.window !== window || element.node === null || !isTouchTarget(element)) continue;
    if (traits.around(at) !== parent || (traits.list(at) !== null) !== isListed) continue;
    if (areInLine(element.bounds, bounds)) found.push(at);
  }
  return found;
}

function offset(at: number, from: number, { screen: { elements } }: WindowPart): string {
  const [one, other] = [elements[at]?.bounds, elements[from]?.bounds];
  return one && other ? `${one.left - other.left},${one.top - other.top}` : "";
}
