import type { ContextReader } from "./context.js";
import type { KnownElement, SeenScreen } from "./seen-screen.js";
import type { Text } from "./window-texts.js";

/** The present screen: its texts, and the elements on it that were seen before. */
interface Now {
  readonly texts: readonly Text[];
  readonly known: ReadonlyMap<number, KnownElement>;
  /** Whether the element at this place still has the same meaning. */
  readonly isSame: (place: number) => boolean;
}

/**
 * Whether a heading that is not on the screen any more was replaced, and not scrolled out of sight: a new text begins
 * in its column, between the neighbours that the heading had. The new text need not be a heading: it may be a count, or
 * the name of a row.
 */
export function wasReplaced(heading: number, before: SeenScreen, now: Now): boolean {
  const bounds = before.elements[heading]?.bounds;
  if (!bounds) return false;
  const places = new Map([...now.known].filter(([at]) => now.isSame(at)).map(([at, { element }]) => [element.ref, at]));
  const placeOf = (at: number) => places.get(before.elements[at]?.ref ?? "");
  const from = nearest(placeOf, heading, -1, before.elements.length) ?? -1;
  const to = nearest(placeOf, heading, 1, before.elements.length) ?? Number.POSITIVE_INFINITY;
  return now.texts.some(
    ({ place, bounds: { left } }) => place > from && place < to && left === bounds.left && !now.isSame(place),
  );
}

/** The present place of the nearest element on this side that is still there. */
function nearest(
  placeOf: (at: number) => number | undefined,
  start: number,
  step: 1 | -1,
  end: number,
): number | undefined {
  for (let at = start + step; at >= 0 && at < end; at += step) {
    const place = placeOf(at);
    if (place !== undefined) return place;
  }
  return undefined;
}

/**
 * Whether the texts right after the headings are equal, except for figures, and in the same place: then the rest of the
 * page moved because of content further down.
 */
export function areFollowedAlike(before: ContextReader, now: ContextReader): boolean {
  const [old, next] = [textAfterHeading(before), textAfterHeading(now)];
  if (!old || !next || old.heading !== next.heading) return false;
  return old.bounds.left === next.bounds.left && old.bounds.top === next.bounds.top;
}

function textAfterHeading({ heading, texts }: ContextReader): Text | undefined {
  return heading === null ? undefined : texts.find(({ place }) => place > heading.place);
}
