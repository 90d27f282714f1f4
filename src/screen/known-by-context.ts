import { ContextReader } from "./context.js";
import { type ElementContext, isTouchTarget, type UiElement } from "./element.js";
import { isScrolledIn } from "./nodes-above.js";
import type { SamePlace } from "./same-places.js";
import type { SeenWindow } from "./seen-screen.js";
import type { Looks } from "./traits.js";
import type { WindowPart } from "./unmoved.js";

/**
 * The controls of a page that can be identified by their context: the switch beside "Hugo" is still that switch when
 * rows were added above it. Only if no other element, before or now, has the same words in the same context. In a
 * scroll container another such element may be out of sight: there, a name near it has to be known, and it has to be
 * in the same place beside that name. `pairs` are known already.
 */
export function pairsByContext(
  { seen, window }: SeenWindow,
  now: WindowPart,
  pairs: readonly SamePlace[],
): readonly SamePlace[] {
  const [partners, news] = [new Map(pairs), new Set(pairs.map(([, place]) => place))];
  const olds = new Set(partners.keys());
  const lost = looksOf(seen.elements, window, olds);
  if (lost.size === 0) return [];
  const unknown = looksOf(now.screen.elements, now.window, news);
  // Contexts are computed only for elements that appear the same as an element that is searched: no others can be
  // confused with it.
  const isWanted = (look: string) => lost.has(look) && unknown.has(look);
  if (![...lost].some(isWanted)) return [];
  const reader = new ContextReader(now.screen, now.window, () => false);
  const before = placesBySignature(seen.elements, { window, isWanted }, (place) => seen.elements[place]?.context);
  const after = placesBySignature(now.screen.elements, { window: now.window, isWanted }, (place) => reader.of(place));
  return [...before].flatMap(([signature, [old, ...others]]): readonly SamePlace[] => {
    const [place, ...rivals] = after.get(signature) ?? [];
    if (old === undefined || place === undefined || others.length > 0 || rivals.length > 0) return [];
    if (olds.has(old) || news.has(place)) return [];
    const isScrolled =
      isScrolledIn(seen.elements[old]?.node, seen.viewHierarchy) ||
      isScrolledIn(now.screen.elements[place]?.node, now.screen.hierarchy);
    const pair = [old, place] as const;
    return !isScrolled || staysBesideName(pair, { before: seen.elements, after: now.screen.elements, partners })
      ? [pair]
      : [];
  });
}

interface KnownBeside {
  readonly before: readonly UiElement[];
  readonly after: readonly Looks[];
  /** Present places of known elements, by their places before. */
  readonly partners: ReadonlyMap<number, number>;
}

/** A name is searched among this many elements before and after a control. */
const MOST_BETWEEN = 24;

/**
 * Whether a text near it, or the one above it, is known and moved by the same distance. Between both, in the order of
 * the hierarchy, there is no other name: controls and names that are two columns belong together only by chance.
 */
function staysBesideName([from, to]: SamePlace, { before, after, partners }: KnownBeside): boolean {
  const [was, is] = [before[from], after[to]];
  if (!was || !is) return false;
  const { near, section } = was.context;
  const names = new Set([...near, section ?? ""].filter(hasLetters));
  const isOtherName = (element: Looks) =>
    !isTouchTarget(element) && hasLetters(wordsOf(element)) && !names.has(wordsOf(element));
  const first = Math.max(0, from - MOST_BETWEEN);
  return before.slice(first, from + MOST_BETWEEN + 1).some((text, index) => {
    const place = partners.get(first + index) ?? -1;
    const now = after[place];
    if (!now || isTouchTarget(text) || !names.has(wordsOf(text)) || wordsOf(text) !== wordsOf(now)) return false;
    const hasMoved = (edge: "left" | "top") =>
      is.bounds[edge] - was.bounds[edge] !== now.bounds[edge] - text.bounds[edge];
    if (hasMoved("left") || hasMoved("top")) return false;
    return !after.slice(Math.min(place, to) + 1, Math.max(place, to)).some(isOtherName);
  });
}

function wordsOf({ labels }: Looks): string {
  return labels.join(" ");
}

function isControl(element: Looks | undefined, window: number): boolean {
  return element !== undefined && element.window === window && element.node !== null && isTouchTarget(element);
}

/** The kind and the words of a control, without its context. */
function lookOf({ className, role, resourceId, labels }: Looks): string {
  return [className ?? role, resourceId ?? "", ...labels].join("\u0001");
}

/** The appearances of the unknown controls of a window, without repetition. */
function looksOf(elements: readonly Looks[], window: number, known: ReadonlySet<number>): ReadonlySet<string> {
  const looks = new Set<string>();
  for (const [place, element] of elements.entries()) {
    if (!known.has(place) && isControl(element, window)) looks.add(lookOf(element));
  }
  return looks;
}

/** The places of controls with a text near them, or that have a unique appearance in their section. */
function placesBySignature(
  elements: readonly Looks[],
  { window, isWanted }: { readonly window: number; readonly isWanted: (look: string) => boolean },
  contextOf: (place: number) => ElementContext | undefined,
): ReadonlyMap<string, readonly number[]> {
  const found = elements.flatMap((element, place) => {
    if (!isControl(element, window) || !isWanted(lookOf(element))) return [];
    const context = contextOf(place);
    return context ? [{ place, element, context, group: groupOf(element, context) }] : [];
  });
  const groups = countsOf(found.map(({ group }) => group));
  const places = new Map<string, number[]>();
  for (const { place, element, context, group } of found) {
    const { className, role, resourceId, labels } = element;
    const { section, heading, dialog } = context;
    // A heading is near only the first element of a column, and which element is first may change.
    const near = context.near.filter((words) => words !== section && words !== heading);
    if (!hasLetters(near.join()) && !(hasLetters(section ?? "") && groups.get(group) === 1)) continue;
    const signature = JSON.stringify([className ?? role, resourceId, labels, near, section, heading, dialog]);
    const alike = places.get(signature);
    if (alike) alike.push(place);
    else places.set(signature, [place]);
  }
  return places;
}

/** The key for elements of the same appearance in one section: the section identifies none of them. */
function groupOf(element: Looks, { section }: ElementContext): string {
  return JSON.stringify([lookOf(element), section]);
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function hasLetters(words: string): boolean {
  return /\p{L}/u.test(words);
}
