import type { Pair } from "./align.js";
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
  // What a later look had was compared with that one, which knows better.
  const isGone = (ref: string) => !used.has(ref) && known.newer.every((refs) => !refs.has(ref));
  if (!mayReturn(old, part, { look, isGone, known })) return [];
  const [before, now] = withPictures(old, part);
  const [olds, news] = [traitsIn(before), traitsIn(now)];
  const pairs = sameElements(olds, news);
  const partners = new Map(pairs.map(([one, element]) => [one.place, element.place]));
  const refOf = (place: number) => seen.elements[place]?.ref ?? "";
  const sides = { before, now, olds: siblingsOf(olds), news: siblingsOf(news), partners, refOf, newer: known.newer };
  return believed(pairs, sides, { isGone, kept: known.kept });
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

/** Those of the pairs that are surely the same, from the outside in. */
function believed(
  pairs: readonly Pair[],
  sides: Sides,
  { isGone, kept }: { readonly isGone: (ref: string) => boolean; readonly kept: KnownSoFar["kept"] },
): readonly Returned[] {
  const { refOf, partners } = sides;
  const isDenied = ([old, element]: Pair) => {
    const ref = kept.get(element.place);
    return ref === undefined ? !isGone(refOf(old.place)) : ref !== refOf(old.place);
  };
  const doubtful = new Set(pairs.filter(isDenied).map(([old]) => old.parent));
  const back = new Map<number, Returned>();
  const isThere = (place: number | null) =>
    place === null || back.has(place) || kept.get(partners.get(place) ?? -1) === refOf(place);
  for (const [old, element] of pairs) {
    if (kept.has(element.place) || !isGone(refOf(old.place))) continue;
    const isById = old.idKey !== null && old.key === `id ${old.idKey}`;
    const cameWithAll = old.parent !== null && back.has(old.parent);
    const isPlaced = isThere(old.parent) && !doubtful.has(old.parent);
    if (isById || (isPlaced && (cameWithAll || isAmongNeighbours(old, element, sides)))) {
      back.set(old.place, [element.place, refOf(old.place)]);
    }
  }
  return [...back.values()];
}

/** Comparing two screens is worth it only where something that is new looks like something that is gone. */
function mayReturn(
  old: WindowPart,
  part: WindowPart,
  {
    look,
    isGone,
    known,
  }: { readonly look: SeenWindow; readonly isGone: (ref: string) => boolean; readonly known: KnownSoFar },
): boolean {
  const gone = new Set<string | null>();
  for (const place of look.gone) {
    if (!isGone(look.seen.elements[place]?.ref ?? "")) continue;
    const { key, idKey } = old.traits.of(place);
    gone.add(key).add(idKey);
  }
  if (gone.size === 0) return false;
  gone.delete(null);
  return part.screen.elements.some(({ window }, place) => {
    if (window !== part.window || known.kept.has(place)) return false;
    const { key, idKey } = part.traits.of(place);
    return gone.has(key) || gone.has(idKey);
  });
}

function isAmongNeighbours(old: Traits, element: Traits, sides: Sides): boolean {
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
  return !sides.newer.some((refs) => isSeen(refs, beside.previous) && isSeen(refs, beside.next));
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
