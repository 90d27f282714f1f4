import { siblings } from "./siblings.js";
import type { Looks } from "./traits.js";
import type { WindowPart } from "./unmoved.js";

/** The places of the elements before and after one; null at the ends. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

/** The parts of each container, in their order. Elements are given by their places. */
export interface Siblings {
  around(place: number): Neighbours;
  /** The next elements on both sides that have a unique key in the container. */
  anchors(place: number): Neighbours;
  /** Whether it has words, and no other element in its container has the same words. */
  isAlone(place: number): boolean;
}

/**
 * In a container, the parts that scroll and the parts that do not are separate sequences. Of thousands of elements,
 * only those that the answer needs are examined.
 */
export function siblingsOf(part: WindowPart): Siblings {
  const isAlone = aloneReader(part);
  return {
    isAlone,
    around: (place) => ({ previous: nextTo(place, -1, part), next: nextTo(place, 1, part) }),
    anchors: (place) => ({ previous: nextTo(place, -1, part, isAlone), next: nextTo(place, 1, part, isAlone) }),
  };
}

function nextTo(place: number, step: 1 | -1, part: WindowPart, isWanted = (_place: number) => true): number | null {
  for (const at of siblings(place, step, part)) if (isWanted(at)) return at;
  return null;
}

/** Counts, once, the keys of only those elements that have the same id in the same container. */
function aloneReader({ screen: { elements }, traits, window }: WindowPart): Siblings["isAlone"] {
  const counts = new Map<string, ReadonlyMap<string, number>>();
  return (place) => {
    if (!traits.of(place).isDistinct) return false;
    const [parent, isListed, id] = [traits.around(place), traits.list(place) !== null, elements[place]?.resourceId];
    const isAlike = (element: Looks, at: number) =>
      element.resourceId === id && element.window === window && traits.around(at) === parent;
    const group = `${parent} ${isListed} ${id}`;
    const keysOf = () =>
      elements.flatMap((element, at) =>
        isAlike(element, at) && (traits.list(at) !== null) === isListed ? [traits.of(at).key] : [],
      );
    const known = counts.get(group) ?? countsOf(keysOf());
    counts.set(group, known);
    return known.get(traits.of(place).key) === 1;
  };
}

function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
