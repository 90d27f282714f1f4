import { mapInSteps, type Steps } from "../base/steps.js";
import { alignList, alignPage } from "./align.js";
import type { UiNode, ViewHierarchy } from "./hierarchy.js";
import { type Elements, hidesParts, isFocusOnly, knownById, type Traits, type TraitsSource } from "./traits.js";

/** One window of a screen, with the traits of its elements. */
export interface WindowPart {
  readonly screen: Elements;
  readonly traits: TraitsSource;
  readonly window: number;
  /** The words that images get in place of text, by the places of the elements; absent if there are none. */
  readonly words?: ReadonlyMap<number, string>;
}

const ELEMENTS_PER_STEP = 500;

/** The traits of all elements of a window, in steps. */
export function* traitsIn({ screen: { elements }, traits, window }: WindowPart): Steps<readonly Traits[]> {
  const places = [...elements.keys()].filter((place) => elements[place]?.window === window);
  return yield* mapInSteps(places, { perStep: ELEMENTS_PER_STEP, of: (place) => traits.of(place) });
}

/**
 * The result of `sameElements` for a window with few changes: its hierarchy has the same shape as before, and most of
 * its nodes are identical objects. Gives the places of the elements that are the same, which are equal before and now;
 * undefined if the window has other changes. Only the changes are examined, which makes the answer to a tap on a large
 * screen several times as fast. Tests compare the results with `sameElements`.
 */
export function unmovedPlaces(before: WindowPart, now: WindowPart): readonly number[] | undefined {
  const range = rangeOf(now);
  if (range === undefined || !isSameRange(range, rangeOf(before))) return undefined;
  if (!haveSameWords(before, now)) return undefined;
  if (!haveSameShape(before, now, range)) return undefined;
  const changed = changedPlaces(before, now, range);
  if (changed === undefined) return undefined;
  const sides: Sides = { before, now, range, placesById: new Map() };
  const lost = lostAmong(changedParts(changed, sides), sides);
  if (lost === undefined) return undefined;
  const kept: number[] = [];
  const isKept: boolean[] = [];
  for (let place = range.start; place < range.end; place++) {
    const parent = now.traits.around(place);
    const isInKept = parent === null || isKept[parent - range.start] === true;
    const isSure = (isInKept && !lost.has(place)) || isNamed(place, sides);
    isKept.push(isSure);
    if (isSure) kept.push(place);
  }
  return kept;
}

/** With a larger share of changed elements than this, a window is compared as a whole. */
const MOST_CHANGED = 0.2;

interface Range {
  /** The places of the window's elements; the end is not included. */
  readonly start: number;
  readonly end: number;
  /** The places of its nodes; the end is not included. */
  readonly firstNode: number;
  readonly endNode: number;
}

interface Sides {
  readonly before: WindowPart;
  readonly now: WindowPart;
  readonly range: Range;
  /** The places of the elements with each id; filled on first use. */
  readonly placesById: Map<string, number[]>;
}

function rangeOf({ screen: { elements, hierarchy }, window }: WindowPart): Range | undefined {
  const firstNode = hierarchy.windows[window]?.root ?? null;
  if (firstNode === null) return undefined;
  const start = elements.findIndex((element) => element.window === window);
  if (start < 0) return undefined;
  let end = start + 1;
  while (elements[end]?.window === window) end += 1;
  // Elements that only pixels show may come after the elements of other windows.
  for (let at = end; at < elements.length; at++) if (elements[at]?.window === window) return undefined;
  return { start, end, firstNode, endNode: endOfNodes(firstNode, hierarchy) };
}

/** The nodes of one window are contiguous, its root first. */
function endOfNodes(first: number, { windows, nodes }: ViewHierarchy): number {
  const roots = windows.flatMap(({ root }) => (root !== null && root > first ? [root] : []));
  return Math.min(nodes.length, ...roots);
}

function isSameRange(one: Range, other: Range | undefined): boolean {
  const { start, end, firstNode, endNode } = one;
  if (start !== other?.start || end !== other.end) return false;
  return firstNode === other.firstNode && endNode === other.endNode;
}

/**
 * Whether images have the same words at the same places. Elements that only pixels show have no node, and may be listed
 * anywhere.
 */
function haveSameWords(before: WindowPart, now: WindowPart): boolean {
  if (before.words === now.words) return true;
  if (before.words?.size !== now.words?.size) return false;
  return [...(before.words ?? [])].every(([place, word]) => now.words?.get(place) === word);
}

/**
 * Whether the trees of nodes and elements are equal, with scroll containers in the same places and with the same ids,
 * so that only words and appearance may differ.
 */
function haveSameShape(before: WindowPart, now: WindowPart, { start, end, firstNode, endNode }: Range): boolean {
  const [oldNodes, newNodes] = [before.screen.hierarchy.nodes, now.screen.hierarchy.nodes];
  for (let at = firstNode; at < endNode; at++) {
    if (oldNodes[at] !== newNodes[at] && !isAlike(oldNodes[at], newNodes[at])) return false;
  }
  for (let at = start; at < end; at++) {
    const isPlacedAlike = before.screen.parents[at] === now.screen.parents[at];
    if (!isPlacedAlike || before.screen.elements[at]?.node !== now.screen.elements[at]?.node) return false;
  }
  return true;
}

function isAlike(old: UiNode | undefined, node: UiNode | undefined): boolean {
  if (!old || !node || old.parent !== node.parent || old.scrollable !== node.scrollable) return false;
  if (old.className !== node.className || old.resourceId !== node.resourceId) return false;
  // For scroll containers, the position and the words matter to all elements inside.
  return !hidesParts(node);
}

/** The elements that changed; undefined if there are too many, or if one changed its kind. */
function changedPlaces(before: WindowPart, now: WindowPart, { start, end }: Range): readonly number[] | undefined {
  const [olds, news] = [before.screen.elements, now.screen.elements];
  const [oldNodes, newNodes] = [before.screen.hierarchy.nodes, now.screen.hierarchy.nodes];
  const changed: number[] = [];
  for (let at = start; at < end; at++) {
    const [old, element] = [olds[at], news[at]];
    if (!old || !element || element.node === null) return undefined;
    const isSameNode = oldNodes[element.node] === newNodes[element.node];
    if (isSameNode && old.role === element.role && areEqual(old.labels, element.labels)) continue;
    if (isFocusOnly(old) !== isFocusOnly(element)) return undefined;
    changed.push(at);
    if (changed.length > (end - start) * MOST_CHANGED) return undefined;
  }
  return changed;
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, at) => word === others[at]);
}

/** A group that is aligned together: the parts of one container that do not scroll in it, or those that do. */
interface Part {
  readonly parent: number | null;
  readonly isListed: boolean;
  /** The places of the elements in it that changed, or contain a changed one. */
  readonly changed: readonly number[];
}

/**
 * The groups with an element that may have been replaced. The words of an element may name its container, so containers
 * are included, outwards.
 */
function changedParts(changed: readonly number[], sides: Sides): readonly Part[] {
  const seen = new Set<number>();
  const parts = new Map<string, Part & { readonly changed: number[] }>();
  for (const place of changed) {
    for (let at: number | null = place; at !== null && !seen.has(at); at = sides.now.traits.around(at)) {
      seen.add(at);
      const [parent, isListed] = [sides.now.traits.around(at), sides.now.traits.list(at) !== null];
      const part = parts.get(`${parent} ${isListed}`);
      if (part) part.changed.push(at);
      else parts.set(`${parent} ${isListed}`, { parent, isListed, changed: [at] });
    }
  }
  return [...parts.values()].filter((part) => !part.changed.every((place) => isSame(place, sides)));
}

/** Whether its traits do not distinguish the element from the earlier one in its place. */
function isSame(place: number, sides: Sides): boolean {
  const [old, element] = [sides.before.traits.of(place), sides.now.traits.of(place)];
  if (element.list !== null && !isInPlace(old, element)) return false;
  return old.key === element.key || isNamed(place, sides);
}

function isInPlace(old: Traits, element: Traits): boolean {
  return old.bounds.left === element.bounds.left && old.bounds.top === element.bounds.top;
}

/**
 * Whether its id always names one element, and is unique in the window. The same ids are in the same places before and
 * now.
 */
function isNamed(place: number, sides: Sides): boolean {
  const { traits, screen } = sides.now;
  const { idKey } = traits.of(place);
  if (idKey === null) return false;
  const alike = placesById(sides).get(screen.elements[place]?.resourceId ?? "") ?? [];
  return alike.every((other) => other === place || traits.of(other).idKey !== idKey);
}

function placesById({ now, range, placesById: known }: Sides): ReadonlyMap<string, readonly number[]> {
  if (known.size > 0) return known;
  for (let at = range.start; at < range.end; at++) {
    const id = now.screen.elements[at]?.resourceId ?? "";
    const places = known.get(id);
    if (places) places.push(at);
    else known.set(id, [at]);
  }
  return known;
}

/** The elements of these groups that are not the same any more; undefined if one took the place of another. */
function lostAmong(parts: readonly Part[], sides: Sides): ReadonlySet<number> | undefined {
  const lost = new Set<number>();
  for (const part of parts) {
    const places = lostOf(part, sides);
    if (!places) return undefined;
    for (const place of places) lost.add(place);
  }
  return lost;
}

function lostOf(part: Part, sides: Sides): readonly number[] | undefined {
  const { before, now } = sides;
  // On a page, an element without similar elements does not affect the others; and if its letters are unchanged, the
  // elements around it stay identified.
  const others = part.changed.filter((place) => !isSame(place, sides));
  const areStill = part.changed.every((place) => isInPlace(before.traits.of(place), now.traits.of(place)));
  const isAlone = (place: number) => isNamedAlike(place, sides) && isLikeNone(place, part, sides);
  if (!part.isListed && areStill && others.every(isAlone)) return others;
  const places = placesOf(part, sides);
  const align = part.isListed ? alignList : alignPage;
  const pairs = align({ olds: traitsOf(places, before, sides), news: traitsOf(places, now, sides) });
  if (pairs.some(([old, element]) => old.place !== element.place)) return undefined;
  const found = new Set(pairs.map(([old]) => old.place));
  return places.filter((place) => !found.has(place));
}

function isNamedAlike(place: number, { before, now }: Sides): boolean {
  const { name } = now.traits.of(place);
  return name !== null && before.traits.of(place).name === name;
}

/** Whether no other part of its container had, or has, its earlier or present key. */
function isLikeNone(place: number, { parent, isListed }: Part, sides: Sides): boolean {
  const { before, now } = sides;
  const keys = [before.traits.of(place).key, now.traits.of(place).key];
  const alike = placesById(sides).get(now.screen.elements[place]?.resourceId ?? "") ?? [];
  return alike.every((other) => {
    if (other === place || now.traits.around(other) !== parent) return true;
    if ((now.traits.list(other) !== null) !== isListed) return true;
    return !keys.includes(before.traits.of(other).key) && !keys.includes(now.traits.of(other).key);
  });
}

function placesOf({ parent, isListed }: Part, { now, range }: Sides): readonly number[] {
  const places: number[] = [];
  for (let at = range.start; at < range.end; at++) {
    if (now.traits.around(at) === parent && (now.traits.list(at) !== null) === isListed) places.push(at);
  }
  return places;
}

function traitsOf(places: readonly number[], { traits }: WindowPart, sides: Sides): readonly Traits[] {
  return places.map((place) => (isNamed(place, sides) ? knownById(traits.of(place)) : traits.of(place)));
}
