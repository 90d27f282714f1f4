import { inOneGo, type Steps } from "../base/steps.js";
import { sameElements } from "./same-elements.js";
import { traitsIn, unmovedPlaces, type WindowPart } from "./unmoved.js";

/** The place of an element on the old screen, and the place of the same element on the new screen. */
export type SamePlace = readonly [number, number];

/**
 * The elements of a window that are the same before and now. If no element moved, a faster comparison is used. Parents
 * come first.
 */
export function samePlaces(before: WindowPart, now: WindowPart): readonly SamePlace[] {
  return inOneGo(samePlacesInSteps(before, now));
}

/** {@link samePlaces} in steps: the traits of thousands of elements take longer than another call should wait. */
export function* samePlacesInSteps(before: WindowPart, now: WindowPart): Steps<readonly SamePlace[]> {
  const unmoved = unmovedPlaces(before, now);
  if (unmoved) return unmoved.map((place) => [place, place]);
  yield;
  const olds = yield* traitsIn(before);
  yield;
  const news = yield* traitsIn(now);
  yield;
  const same = yield* sameElements(olds, news);
  return same.map(([old, element]) => [old.place, element.place]);
}
