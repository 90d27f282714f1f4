import type { Traits } from "./traits.js";

/** Places of the elements before and behind one; null at the ends. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

/** The parts of each container in their order; elements by their places. */
export interface Siblings {
  around(place: number): Neighbours;
  /** The next ones on both sides that are the only ones of their kind in the container. */
  anchors(place: number): Neighbours;
  /** No other one in its container says the same, and it does say something. */
  isAlone(place: number): boolean;
}

/** What stands still in a container and what scrolls in it are each in an order of their own. */
export function siblingsOf(elements: readonly Traits[]): Siblings {
  const groups = new Map<string, Traits[]>();
  const found = new Map<number, { readonly element: Traits; readonly group: readonly Traits[]; readonly at: number }>();
  const counts = new Map<string, number>();
  for (const element of elements) {
    const group = groups.get(groupOf(element)) ?? [];
    groups.set(groupOf(element), group);
    found.set(element.place, { element, group, at: group.push(element) - 1 });
    counts.set(keyOf(element), (counts.get(keyOf(element)) ?? 0) + 1);
  }
  const isAnchor = (element: Traits) => element.isDistinct && counts.get(keyOf(element)) === 1;
  return {
    isAlone: (place) => {
      const one = found.get(place);
      return one !== undefined && isAnchor(one.element);
    },
    around: (place) => {
      const { group = [], at = 0 } = found.get(place) ?? {};
      return { previous: group[at - 1]?.place ?? null, next: group[at + 1]?.place ?? null };
    },
    anchors: (place) => {
      const { group = [], at = 0 } = found.get(place) ?? {};
      const previous = group.slice(0, at).findLast(isAnchor)?.place ?? null;
      return { previous, next: group.slice(at + 1).find(isAnchor)?.place ?? null };
    },
  };
}

function groupOf({ parent, list }: Traits): string {
  return `${parent} ${list !== null}`;
}

function keyOf(element: Traits): string {
  return `${groupOf(element)} ${element.key}`;
}
