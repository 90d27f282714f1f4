import type { SamePlace } from "./same-places.js";
import type { WindowPart } from "./unmoved.js";

/**
 * Those of the pairs that lie in nothing with words, or in what is the same, too: a row that came may say the same as
 * the one that it took the place of, and then it is unknown whose controls it holds.
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
