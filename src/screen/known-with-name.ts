import { areInLine } from "../base/geometry.js";
import { isTouchTarget } from "./element.js";
import { withoutFigures } from "./meaning.js";
import type { SamePlace } from "./same-places.js";
import type { Looks } from "./traits.js";
import type { WindowPart } from "./unmoved.js";

/** How many places before and after a name its line may reach. */
const MOST_IN_LINE = 12;

/**
 * Pairs of elements that belong to a name which is known to be the same: the controls in one line with a text, or the
 * parts of a row. They are the same if both sides have equal controls in the same order, and all of them moved as the
 * name did. So a switch without words stays the switch of "Hugo", even in a scroll container and with new rows above or
 * below. `pairs` are known already.
 */
export function pairsWithName(before: WindowPart, now: WindowPart, pairs: readonly SamePlace[]): readonly SamePlace[] {
  const partners = new Map(pairs);
  const news = new Set(partners.values());
  if (!hasUnknown(before, new Set(partners.keys())) || !hasUnknown(now, news)) return [];
  const isContrary = ([from, to]: SamePlace) => (partners.has(from) ? partners.get(from) !== to : news.has(to));
  const isNamed = { before: namedReader(before), now: namedReader(now) };
  const found = new Map<number, number>();
  for (const name of pairs) {
    if (!isSameName(before.screen.elements[name[0]], now.screen.elements[name[1]])) continue;
    if (partsOf(name[0], before).every((at) => partners.has(at))) continue;
    const parts = samePartsOf(name, { before, now, isNamed });
    if (parts.some(isContrary)) continue;
    for (const [from, to] of parts) if (!partners.has(from)) found.set(to, from);
  }
  return [...found].map(([to, from]) => [from, to]);
}

function hasUnknown({ screen: { elements }, window }: WindowPart, known: ReadonlySet<number>): boolean {
  return elements.some((one, at) => one.window === window && one.node !== null && !known.has(at));
}

/** Both are texts or both are controls, with equal words except for figures, and not only figures. */
function isSameName(old: Looks | undefined, now: Looks | undefined): boolean {
  if (!old || !now || isTouchTarget(old) !== isTouchTarget(now)) return false;
  const [before, after] = [old, now].map(({ labels }) => withoutFigures(labels.join("\u0001")));
  return before === after && /\p{L}/u.test(before ?? "");
}

interface Sides {
  readonly before: WindowPart;
  readonly now: WindowPart;
  /** See {@link namedReader}. */
  readonly isNamed: { readonly before: (place: number) => boolean; readonly now: (place: number) => boolean };
}

/** The pairs of parts; empty if a part was added, was removed or moved separately. */
function samePartsOf([old, place]: SamePlace, { before, now, isNamed }: Sides): readonly SamePlace[] {
  const [was, is] = [partsOf(old, before), partsOf(place, now)];
  if (was.length !== is.length) return [];
  const parts = was.map((at, index): SamePlace => [at, is[index] ?? -1]);
  const isAlike = ([from, to]: SamePlace) =>
    before.traits.of(from).key === now.traits.of(to).key && offset(from, old, before) === offset(to, place, now);
  if (!parts.every(isAlike)) return [];
  const areInside = parts.every(([from]) => before.traits.around(from) === old);
  return areInside || parts.every(([from, to]) => isNamed.before(from) && isNamed.now(to)) ? parts : [];
}

function partsOf(name: number, part: WindowPart): readonly number[] {
  const element = part.screen.elements[name];
  if (!element) return [];
  const parts = inside(name, part);
  return parts.length > 0 || isTouchTarget(element) ? parts : inLine(name, part);
}

function inside(row: number, { screen: { elements }, traits }: WindowPart): readonly number[] {
  const found: number[] = [];
  // Parts come right after the element that contains them.
  for (let at = row + 1; at < elements.length && at <= row + MOST_IN_LINE; at += 1) {
    if (traits.around(at) === row) found.push(at);
  }
  return found;
}

/** The controls in one line with a text, in their order. */
function inLine(text: number, part: WindowPart): readonly number[] {
  return besideIn(text, part, (element) => element.node !== null && isTouchTarget(element));
}

/** Whether it is a text with letters that has controls in one line. */
export function namesLine(place: number, part: WindowPart): boolean {
  const element = part.screen.elements[place];
  return element !== undefined && isName(element) && inLine(place, part).length > 0;
}

/** Places nearby, in the same container, of the wanted elements that are in one line with an element. */
function besideIn(
  place: number,
  { screen: { elements }, traits, window }: WindowPart,
  isWanted: (element: Looks) => boolean,
): readonly number[] {
  const bounds = elements[place]?.bounds;
  const [parent, isListed] = [traits.around(place), traits.list(place) !== null];
  const found: number[] = [];
  for (let at = Math.max(0, place - MOST_IN_LINE); bounds && at <= place + MOST_IN_LINE; at += 1) {
    const element = elements[at];
    if (!element || at === place || element.window !== window || !isWanted(element)) continue;
    if (traits.around(at) !== parent || (traits.list(at) !== null) !== isListed) continue;
    if (areInLine(element.bounds, bounds)) found.push(at);
  }
  return found;
}

/**
 * Whether an element, and each similar one in its container, is in one line with a text. In a column of buttons beside
 * one text it would be unknown which button appeared or disappeared.
 */
function namedReader(part: WindowPart): (place: number) => boolean {
  const known = new Map<string, boolean>();
  const groups = groupsOf(part);
  return (place) => {
    const group = groupOf(place, part);
    const isNamed =
      known.get(group) ?? (groups().get(group) ?? []).every((at) => besideIn(at, part, isName).length > 0);
    known.set(group, isNamed);
    return isNamed;
  };
}

function groupsOf(part: WindowPart): () => ReadonlyMap<string, readonly number[]> {
  let groups: Map<string, number[]> | null = null;
  return () => {
    if (groups) return groups;
    groups = new Map();
    for (const [at, { window }] of part.screen.elements.entries()) {
      if (window !== part.window) continue;
      const group = groupOf(at, part);
      const alike = groups.get(group);
      if (alike) alike.push(at);
      else groups.set(group, [at]);
    }
    return groups;
  };
}

function groupOf(place: number, { screen: { elements }, traits }: WindowPart): string {
  return [traits.around(place), traits.of(place).key, ...(elements[place]?.labels ?? [])].join("\u0001");
}

function isName(element: Looks): boolean {
  return !isTouchTarget(element) && /\p{L}/u.test(element.labels.join());
}

function offset(at: number, from: number, { screen: { elements } }: WindowPart): string {
  const [one, other] = [elements[at]?.bounds, elements[from]?.bounds];
  return one && other ? `${one.left - other.left},${one.top - other.top}` : "";
}
