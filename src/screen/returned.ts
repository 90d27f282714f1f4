import { type Neighbours, type Siblings, siblingsOf } from "./neighbours.js";
import { classReader, isCollection } from "./role.js";
import { type SamePlace, samePlaces } from "./same-places.js";
import type { SeenWindow } from "./seen-screen.js";
import type { WindowPart } from "./unmoved.js";
import { withPictures } from "./visual-words.js";

/** What is known already of the elements of a window. */
export interface KnownSoFar {
  /** Refs by the places of the elements that have them now. */
  readonly kept: ReadonlyMap<number, string>;
  /** Those refs. */
  readonly used: ReadonlySet<string>;
  /** Each later observation of the window. */
  readonly newer: readonly SeenWindow[];
  /** Keys and ids of the elements that had no ref when the first older look was asked. */
  readonly missing: ReadonlySet<string>;
}

/** Place of the element now, and its ref. */
export type Returned = readonly [number, string];

/**
 * Elements of a window that were there at an older look, were gone later and surely are back.
 * - One is known by an id that is the only one of its kind in the window.
 * - What came back as a whole holds what it held.
 * - Else its neighbours have to be those that it had, saying what they said. In a list, whether it scrolls or not,
 *   nobody must have seen them without it: it was taken away then, and what is there now may have been put there since.
 *   Outside lists this holds for what has no words, or picture, of its own. Where a later observation differs for
 *   one part of a container, the older one is not believed about the others, either.
 */
export function returnedPlaces(look: SeenWindow, part: WindowPart, known: KnownSoFar): readonly Returned[] {
  const { seen, window } = look;
  const old: WindowPart = { screen: seen.screen, traits: seen.traits, window };
  // A later observation was compared with that one, which is more exact.
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
  /** The same elements: places before and now. */
  readonly partners: ReadonlyMap<number, number>;
  readonly refOf: (place: number) => string;
  readonly newer: KnownSoFar["newer"];
}

/** Those of the candidates that are surely the same, from the outside in. */
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

/** Comparing two screens is worth it only where something that is new looks like something that is gone. */
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

/** Keys and ids of a window's elements that have no ref yet. */
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

/** By an id that is the only one of its kind in the window, before and now. */
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

/** Something else was seen beside one of its neighbours, where it had been. */
function wasReplaced({ previous, next }: Neighbours, { seen, window }: SeenWindow, { refOf }: Sides): boolean {
  const siblings = siblingsOf({ screen: seen.screen, traits: seen.traits, window });
  const placeOf = (one: number | null) => (one === null ? undefined : seen.refs.get(refOf(one)));
  const [before, behind] = [placeOf(previous), placeOf(next)];
  if (before !== undefined && siblings.around(before).next !== null) return true;
  return behind !== undefined && siblings.around(behind).previous !== null;
}

/** It lies in a list, whether that scrolls or has so few items that all are in sight. */
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

/** Whether the same one is beside an element as before. At the ends of a list anything may have been out of sight. */
function compare(was: number | null, is: number | null, isList: boolean, sides: Sides): "same" | "end" | "other" {
  if (was === null && is === null) return "end";
  if (was === null || is === null) return isList ? "end" : "other";
  if (sides.partners.get(was) !== is) return "other";
  const [before, now] = [sides.before.screen.elements[was], sides.now.screen.elements[is]];
  const saysTheSame = before?.labels.join("\u0001") === now?.labels.join("\u0001");
  return saysTheSame || sides.before.traits.of(was).key === sides.now.traits.of(is).key ? "same" : "other";
}
