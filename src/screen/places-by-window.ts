interface InWindow {
  readonly window: number;
}

const NONE: readonly number[] = [];
const known = new WeakMap<readonly InWindow[], ReadonlyMap<number, readonly number[]>>();

/**
 * The places of the elements of one window, in their order. Computed once for a list of elements, for all its windows:
 * a tree may have thousands of windows.
 */
export function placesIn(elements: readonly InWindow[], window: number): readonly number[] {
  let places = known.get(elements);
  if (!places) {
    places = placesByWindow(elements);
    known.set(elements, places);
  }
  return places.get(window) ?? NONE;
}

function placesByWindow(elements: readonly InWindow[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [place, { window }] of elements.entries()) {
    const those = places.get(window);
    if (those) those.push(place);
    else places.set(window, [place]);
  }
  return places;
}
