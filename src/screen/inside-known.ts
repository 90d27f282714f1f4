import type { SamePlace } from "./same-places.js";
import type { WindowPart } from "./unmoved.js";

/**
 * Keeps the pairs whose containers have no words, or are a pair as well: a new row may have the same words as the row
 * that it replaced, and then it is unknown to which of the two its controls belong.
 */
export function insideKnown(pairs: readonly SamePlace[], before: WindowPart, now: WindowPart): readonly SamePlace[] {
  const partners = new Map(pairs);
  return pairs.filter(([from, to]) => {
    const [old, place] = [before.traits.around(from), now.traits.around(to)];
    if (old === null || place === null || !hasWords(old, before) || !hasWords(place, now)) return true;
    return partners.get(old) === place;
  });
}

function hasWords(place: number, { screen }: WindowPart): boolean {
  return (screen.elements[place]?.labels.length ?? 0) > 0;
}
