import { type Neighbours, type Siblings, siblingsOf } from "./neighbours.js";
import { classReader, isCollection } from "./role.js";
import { type SamePlace, samePlaces } from "./same-places.js";
import type { SeenWindow } from "./seen-screen.js";
import type { WindowPart } from "./unmoved.js";
import { withPictures } from "./visual-words.js";

/** The elements of a window that are identified already. */
export interface KnownSoFar {
  /** The present refs, by the places of their elements. */
  readonly kept: ReadonlyMap<number, string>;
  /** All of these refs. */
  readonly used: ReadonlySet<string>;
  /** The observations of the window after the one that is compared. */
  readonly newer: readonly SeenWindow[];
  /** Keys and ids of the elements that had no ref when the search in older observations began. */
  readonly missing: ReadonlySet<string>;
}

/** The present place of the element, and its ref. */
export type Returned = readonly [number, string];

/**
 * The elements of a window that were in an older observation, were gone later, and certainly are back.
 * - An element is identified by an id that is unique in the window.
 * - If a container came back, its contents are the ones that it had.
 * - Otherwise the element needs the neighbours that it had, with the same words. In a list, whether it scrolls or not,
 *   no later observation may show these neighbours without it: then it was removed, and the present element may be a
 *   new one. Outside lists the same rule holds for elements without words or an image. If a later observation
 *   contradicts the older one on one part of a container, the older one does not count for its other parts either.
 */
export function returnedPlaces(look: SeenWindow, part: WindowPart, known: KnownSoFar): readonly Returned[] {
  const { seen, window } = look;
  const old: WindowPart = { screen: seen.screen, traits: seen.traits, window };
  // A ref that is in a later observation was compared with that one already, which is more exact.
  const isGone = (ref: string) => !known.used.has(ref) && known.newer.every((later) => !later.seen.refs.has(ref));
  if (!mayReturn(old, look, { isGone, missing: known.missing })) return [];
  const [before, now] = withPictures(old, part);
  const pairs = samePlaces(before, now);
  const isCandidate = ([at, place]: SamePlace) => !known.kept.has(place) && isGone(seen.elements[at]?.ref ?? "");
  const candidates = pairs.filter(isCandidate);
  if (candidates.length === 0) return [];
  const refOf = (place: number) => seen.elements[place]?.ref ?? "";
  const siblings = { olds: siblingsOf(before), news: siblingsOf(now) };
  const sides = { before, now, ...siblings, partners: new Map(pairs), refOf, newer: known.newer };
  return believed(candidates, sides, { isGone, kept: known.kept });
}

interface Sides {
  readonly before: WindowPart;
  readonly now: WindowPart;
  readonly olds: Siblings;
  readonly news: Siblings;
  /** The same elements: present places by the places before. */
  readonly partners: ReadonlyMap<number, number>;
  readonly refOf: (place: number) => string;
  readonly newer: KnownSoFar["newer"];
}

/** The candidates that are certainly the same, searched from the outside in. */
function believed(
  candidates: readonly SamePlace[],
  sides: Sides,
  { isGone, kept }: { readonly isGone: (ref: string) => boolean; readonly kept: KnownSoFar["kept"] },
): readonly Returned[] {
  const { refOf, partners, before } = sides;
  const parentOf = (old: number) => before.traits.around(old);
  const asked = new Set(candidates.map(([old]) => parentOf(old)));
  const doubtful = new Set<number | null>();
  for (const [old, place] of partners) {
    if (!asked.has(parentOf(old))) continue;
    const ref = kept.get(place);
    if (ref === undefined ? !isGone(refOf(old)) : ref !== refOf(old)) doubtful.add(parentOf(old));
  }
  const back = new Map<number, Returned>();
  const isThere = (old: number | null) =>
    old === null || back.has(old) || kept.get(partners.get(old) ?? -1) === refOf(old);
  for (const pair of candidates) {
    const [old, place] = pair;
    const parent = parentOf(old);
    const cameWithAll = parent !== null && back.has(parent);
    const isPlaced = isThere(parent) && !doubtful.has(parent);
    if (isById(pair, sides) || (isPlaced && (cameWithAll || isAmongNeighbours(pair, sides)))) {
      back.set(old, [place, refOf(old)]);
    }
  }
  return [...back.values()];
}

/** Whether a comparison can succeed: only if a new element has the key or id of an element that was gone. */
function mayReturn(
  { traits }: WindowPart,
  { seen, gone }: SeenWindow,
  { isGone, missing }: { readonly isGone: (ref: string) => boolean; readonly missing: KnownSoFar["missing"] },
): boolean {
  return gone.some((place) => {
    const { key, idKey } = traits.of(place);
    const isLike = missing.has(key) || (idKey !== null && missing.has(idKey));
    return isLike && isGone(seen.elements[place]?.ref ?? "");
  });
}

/** The keys and ids of a window's elements that have no ref yet. */
export function missingKeys({ screen, traits, window }: WindowPart, kept: KnownSoFar["kept"]): ReadonlySet<string> {
  const missing = new Set<string>();
  for (const [place, element] of screen.elements.entries()) {
    if (element.window !== window || kept.has(place)) continue;
    const { key, idKey } = traits.of(place);
    missing.add(key);
    if (idKey !== null) missing.add(idKey);
  }
  return missing;
}

/** Whether it is identified by an id that is unique in the window, before and now. */
function isById([old, place]: SamePlace, { before, now }: Sides): boolean {
  const { idKey } = before.traits.of(old);
  return idKey !== null && isOnlyOne(old, idKey, before) && isOnlyOne(place, idKey, now);
}

function isOnlyOne(place: number, idKey: string, { screen: { elements }, traits, window }: WindowPart): boolean {
  const id = elements[place]?.resourceId;
  return elements.every((element, at) => {
    if (element.resourceId !== id || element.window !== window) return true;
    return (traits.of(at).idKey === idKey) === (at === place);
  });
}

function isAmongNeighbours([old, place]: SamePlace, sides: Sides): boolean {
  const [was, is] = [sides.olds.around(old), sides.news.around(place)];
  const isList = sides.before.traits.list(old) !== null;
  const compared = [compare(was.previous, is.previous, isList, sides), compare(was.next, is.next, isList, sides)];
  if (compared.includes("other")) return false;
  const isAlone = sides.olds.isAlone(old) && sides.news.isAlone(place);
  if (isAlone && !compared.includes("same")) return false;
  if (isAlone && !isList && !isItem(place, sides.now)) return true;
  const beside = isAlone ? was : sides.olds.anchors(old);
  return !sides.newer.some((later) => {
    const isSeen = (one: number | null) => (one === null ? !isAlone : later.seen.refs.has(sides.refOf(one)));
    return (isSeen(beside.previous) && isSeen(beside.next)) || wasReplaced(was, later, sides);
  });
}

/** Whether a later observation had a different element at its place, beside one of its neighbours. */
function wasReplaced({ previous, next }: Neighbours, { seen, window }: SeenWindow, { refOf }: Sides): boolean {
  const siblings = siblingsOf({ screen: seen.screen, traits: seen.traits, window });
  const placeOf = (one: number | null) => (one === null ? undefined : seen.refs.get(refOf(one)));
  const [before, behind] = [placeOf(previous), placeOf(next)];
  if (before !== undefined && siblings.around(before).next !== null) return true;
  return behind !== undefined && siblings.around(behind).previous !== null;
}

/** Whether it lies in a list that scrolls, or in one with so few items that all are visible. */
function isItem(place: number, { screen: { elements, hierarchy }, traits }: WindowPart): boolean {
  const around = traits.around(place);
  const last = around === null ? null : (elements[around]?.node ?? null);
  const classOf = classReader();
  let at = elements[place]?.node ?? null;
  while (at !== null && at !== last) {
    at = hierarchy.nodes[at]?.parent ?? null;
    const node = at === null ? undefined : hierarchy.nodes[at];
    if (node && isCollection(classOf(node))) return true;
  }
  return false;
}

/** Whether the neighbour is the same as before. At the ends of a list, any neighbour may have been out of sight. */
function compare(was: number | null, is: number | null, isList: boolean, sides: Sides): "same" | "end" | "other" {
  if (was === null && is === null) return "end";
  if (was === null || is === null) return isList ? "end" : "other";
  if (sides.partners.get(was) !== is) return "other";
  const [before, now] = [sides.before.screen.elements[was], sides.now.screen.elements[is]];
  const saysTheSame = before?.labels.join("\u0001") === now?.labels.join("\u0001");
  return saysTheSame || sides.before.traits.of(was).key === sides.now.traits.of(is).key ? "same" : "other";
}
