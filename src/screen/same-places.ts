import { sameElements } from "./same-elements.js";
import { traitsIn, unmovedPlaces, type WindowPart } from "./unmoved.js";

/** The place of an element on the old screen, and the place of the same element on the new screen. */
export type SamePlace = readonly [number, number];

/**
 * The elements of a window that are the same before and now. If no element moved, a faster comparison is used. Parents
 * come first.
 */
export function samePlaces(before: WindowPart, now: WindowPart): readonly SamePlace[] {
  const unmoved = unmovedPlaces(before, now);
  if (unmoved) return unmoved.map((place) => [place, place]);
  return sameElements(traitsIn(before), traitsIn(now)).map(([old, element]) => [old.place, element.place]);
}
