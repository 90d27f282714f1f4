import type { UiElement } from "./element.js";

/** For each element the place of its parent in the same list; null if it has none. */
export function parentPlaces(elements: readonly UiElement[]): readonly (number | null)[] {
  const places = new Map(elements.map((element, place) => [element.ref, place]));
  return elements.map(({ parent }) => (parent === null ? null : (places.get(parent) ?? null)));
}
