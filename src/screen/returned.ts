import { type Siblings, siblingsOf } from "./neighbours.js";
import { sameElements } from "./same-elements.js";
import type { SeenWindow } from "./seen-screen.js";
import type { Traits } from "./traits.js";
import { traitsIn, type WindowPart } from "./unmoved.js";
import { withPictures } from "./visual-words.js";

/** What is known already of the elements of a window. */
export interface KnownSoFar {
  /** Refs by the places of the elements that have them now. */
  readonly kept: ReadonlyMap<number, string>;
  /** The refs that were there at each later look at the window. */
  readonly newer: readonly ReadonlySet<string>[];
}

/** Place of the element now, and its ref. */
export type Returned = readonly [number, string];

/**
 * Elements of a window that were there at an older look, were gone later and surely are back.
 * - One is known by an id that is the only one of its kind in the window.
 * - What came back as a whole holds what it held.
 * - Else its neighbours have to be those that it had, saying what they said. In a list nobody must have seen them without
 *   it: it was taken away then, and what is there now may have been put there since. Outside of lists this holds for
 *   what has no words, or picture, of its own.
 * Where a later look says otherwise of one part of a container, the older one is not believed about the others, either.
 */
export function returnedPlaces(look: SeenWindow, part: WindowPart, known: KnownSoFar): readonly Returned[] {
  const { seen, window } = look;
  const old: WindowPart = { screen: seen.screen, traits: seen.traits, window };
  const used = new Set(known.kept.values());
  if (!mayReturn(old, part, { look, used, known })) return [];
  const [before, now] = withPictures(old, part);
  const [olds, news] = [traitsIn(before), traitsIn(now)];
  const pairs = sameElements(olds, news);
  const refOf = (place: number) => seen.elements[place]?.ref ?? "";
  const partners = new Map(pairs.map(([one, element]) => [one.place, element.place]));
  const sides: Sides = { before, now, olds: siblingsOf(olds), news: siblingsOf(news), partners, refOf };
  const isDenied = ([one, element]: readonly [Traits, Traits]) => {
    const ref = known.kept.get(element.place);
    return ref === undefined ? used.has(refOf(one.place)) : ref !== refOf(one.place);
  };
  const doubtful = new Set(pairs.filter(isDenied).map(([one]) => one.parent));
  const back = new Map<number, Returned>();
  const isThere = (place: number | null) => {
    if (place === null || back.has(place)) return true;
    return known.kept.get(partners.get(place) ?? -1) === refOf(place);
  };
  for (const [one, element] of pairs) {
    const ref = refOf(one.place);
    if (known.kept.has(element.place) || used.has(ref)) continue;
    const isById = one.idKey !== null && one.key === `id ${one.idKey}`;
    const isPlaced = isThere(one.parent) && !doubtful.has(one.parent);
    if (isById || (isPlaced && (cameWithAll(one) || isAmongNeighbours(one, element, sides, known.newer)))) {
      back.set(one.place, [element.place, ref]);
    }
  }
  return [...back.values()];

  /** Nobody saw what it is in since. */
  function cameWithAll({ parent }: Traits): boolean {
    return parent !== null && back.has(parent) && !known.newer.some((refs) => refs.has(refOf(parent)));
  }
}

interface Sides {
  readonly before: WindowPart;
  readonly now: WindowPart;
  readonly olds: Siblings;
  readonly news: Siblings;
  /** The same elements: places before and now. */
  readonly partners: ReadonlyMap<number, number>;
  readonly refOf: (place: number) => string;
}

/** Comparing two screens is worth it only where something that is new looks like something that is gone. */
function mayReturn(
  old: WindowPart,
  part: WindowPart,
  { look, used, known }: { readonly look: SeenWindow; readonly used: ReadonlySet<string>; readonly known: KnownSoFar },
): boolean {
  const gone = new Set<string | null>();
  for (const [place, { ref, window }] of look.seen.elements.entries()) {
    if (window !== old.window || used.has(ref)) continue;
    const { key, idKey } = old.traits.of(place);
    gone.add(key).add(idKey);
  }
  gone.delete(null);
  return part.screen.elements.some(({ window }, place) => {
    if (window !== part.window || known.kept.has(place)) return false;
    const { key, idKey } = part.traits.of(place);
    return gone.has(key) || gone.has(idKey);
  });
}

function isAmongNeighbours(old: Traits, element: Traits, sides: Sides, newer: readonly ReadonlySet<string>[]): boolean {
  const [was, is] = [sides.olds.around(old.place), sides.news.around(element.place)];
  const isAlone = sides.olds.isAlone(old.place) && sides.news.isAlone(element.place);
  const compared = [compare(was.previous, is.previous, old, sides), compare(was.next, is.next, old, sides)];
  if (compared.includes("other")) return false;
  const isList = old.list !== null;
  if (isAlone && !compared.includes("same")) return false;
  if (isAlone && !isList) return true;
  const beside = isAlone ? was : sides.olds.anchors(old.place);
  const isSeen = (refs: ReadonlySet<string>, place: number | null) =>
    place === null ? !isAlone : refs.has(sides.refOf(place));
  const isMissed = (refs: ReadonlySet<string>) =>
    !refs.has(sides.refOf(old.place)) && isSeen(refs, beside.previous) && isSeen(refs, beside.next);
  return !newer.some(isMissed);
}

/** Whether the same one is beside an element as before. At the ends of a list anything may have been out of sight. */
function compare(was: number | null, is: number | null, { list }: Traits, sides: Sides): "same" | "end" | "other" {
  if (was === null && is === null) return "end";
  if (was === null || is === null) return list === null ? "other" : "end";
  if (sides.partners.get(was) !== is) return "other";
  const [before, now] = [sides.before.screen.elements[was], sides.now.screen.elements[is]];
  const saysTheSame = before?.labels.join("\u0001") === now?.labels.join("\u0001");
  return saysTheSame || sides.before.traits.of(was).key === sides.now.traits.of(is).key ? "same" : "other";
}
