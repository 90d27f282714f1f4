import type { UiWindow, ViewHierarchy } from "./hierarchy.js";

/** The places of a window before and now. */
export type WindowPair = readonly [number, number];

/**
 * Which windows are the same: by id if the source gives ids; else by package, type, title and bounds; the rest by
 * package and type only. Windows with the same key are matched in their order, if their number is unchanged.
 */
export function sameWindows(before: ViewHierarchy, now: ViewHierarchy): readonly WindowPair[] {
  const strict = pairsByKey(keysOf(before, strictKey), keysOf(now, strictKey));
  const [olds, news] = [new Set(strict.map(([old]) => old)), new Set(strict.map(([, window]) => window))];
  const left = (hierarchy: ViewHierarchy, done: ReadonlySet<number>) =>
    keysOf(hierarchy, looseKey).map((key, place) => (done.has(place) ? null : key));
  return [...strict, ...pairsByKey(left(before, olds), left(now, news))];
}

function keysOf({ windows, nodes }: ViewHierarchy, keyOf: typeof looseKey): readonly string[] {
  return windows.map((window) => keyOf(window, window.root === null ? null : (nodes[window.root]?.package ?? null)));
}

function looseKey({ windowId, type }: UiWindow, packageName: string | null): string {
  return JSON.stringify(windowId ?? [packageName, type]);
}

function strictKey(window: UiWindow, packageName: string | null): string {
  return JSON.stringify([looseKey(window, packageName), window.windowId === null && [window.title, window.bounds]]);
}

function pairsByKey(olds: readonly (string | null)[], news: readonly (string | null)[]): readonly WindowPair[] {
  const places = placesByKey(news);
  return [...placesByKey(olds)].flatMap(([key, from]) => {
    const to = places.get(key) ?? [];
    if (from.length !== to.length) return [];
    return from.map((place, index) => [place, to[index] ?? 0] as const);
  });
}

function placesByKey(keys: readonly (string | null)[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, key] of keys.entries()) {
    if (key === null) continue;
    const alike = places.get(key);
    if (alike) alike.push(place);
    else places.set(key, [place]);
  }
  return places;
}
