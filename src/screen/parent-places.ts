import type { UiElement } from "./element.js";

/** For each element the place of the one around it in the same list; null if nothing is around it. */
export function parentPlaces(elements: readonly UiElement[]): readonly (number | null)[] {
  const places = new Map(elements.map((element, place) => [element.ref, place]));
  return elements.map(({ parent }) => (parent === null ? null : (places.get(parent) ?? null)));
}
