import type { UiElement } from "./element.js";
import { likenessOf } from "./fingerprint.js";
import type { QueryScreen } from "./query/query-screen.js";
import { type StoredSelector, storedSelectorsOf, wordsKey } from "./stored-selector.js";

/**
 * The attributes of an element that can change, and the weight of each as evidence of its identity; the sum is 1. A
 * fingerprint counts in place of labels: an element has only one of the two.
 */
const WEIGHTS = {
  id: 0.22,
  labels: 0.22,
  fingerprint: 0.22,
  around: 0.16,
  neighbours: 0.1,
  place: 0.08,
  bounds: 0.08,
  role: 0.06,
  className: 0.04,
  window: 0.04,
} as const;
export type Attribute = keyof typeof WEIGHTS;
const ATTRIBUTES: readonly Attribute[] = [
  "id",
  "labels",
  "fingerprint",
  "around",
  "neighbours",
  "place",
  "bounds",
  "role",
  "className",
  "window",
];

/** An element that may be the stored one, and its changed attributes. */
export interface Healing {
  readonly element: UiElement;
  /** 0–1; 1 if no attribute changed. */
  readonly score: number;
  readonly changed: readonly Attribute[];
}

export interface StoredAnswer {
  /** The stored element; several if more than one matches, empty if none does. */
  readonly matches: readonly Healing[];
  /** If none is certainly the stored element: the most similar elements, best first. */
  readonly guesses: readonly Healing[];
}

const LEAST_SCORE = 0.5;
const MOST_GUESSES = 5;

/** The matches of {@link resolveStored} that reach the least score of the screen. */
export function storedMatches(stored: StoredSelector, screen: QueryScreen): readonly Healing[] {
  const { leastScore = 0 } = screen;
  return resolveStored(stored, screen).matches.filter(({ score }) => score >= leastScore);
}

/**
 * Finds the stored element, even if one of the facts that identify it changed, provided that the others still identify
 * it: an id that is unique to one view; words that no other element had; for elements with neither, all other
 * attributes. An item of a list is identified by its words: with other words it is another item. Elements of other apps
 * never match.
 */
export function resolveStored(stored: StoredSelector, screen: QueryScreen): StoredAnswer {
  const all = storedSelectorsOf(screen).map((own, place) => ({ own, element: screen.elements[place] }));
  const candidates = all.flatMap(({ own, element }): readonly Examined[] => {
    if (!element || own.package !== stored.package || own.systemBar !== stored.systemBar) return [];
    const changed = changedOf(stored, own);
    return [{ own, element, changed, score: scoreOf(changed) }];
  });
  // If a screenshot was taken, an element with a different image is not the stored one, even in the same place.
  const isSeen = stored.fingerprint !== undefined && candidates.some(({ own }) => own.fingerprint !== undefined);
  const mayBeIt = candidates.filter(({ own }) => !isSeen || isKnownUnseen(stored, own) || isOfPicture(stored, own));
  const same = mayBeIt.filter(({ changed }) => changed.length === 0);
  const found = same.length > 0 ? same : mayBeIt.filter((one) => isIt(stored, one, candidates));
  const twins = found.length > 0 && stored.isInList ? candidates.filter(({ own }) => isTwin(stored, own)) : [];
  const matches = twins.length > 1 ? twins : found;
  if (matches.length > 0) return { matches: matches.map(healingOf), guesses: [] };
  const guesses = candidates.filter(({ score }) => score >= LEAST_SCORE).toSorted((a, b) => b.score - a.score);
  return { matches: [], guesses: guesses.slice(0, MOST_GUESSES).map(healingOf) };
}

interface Examined extends Healing {
  readonly own: StoredSelector;
}

function healingOf({ element, score, changed }: Examined): Healing {
  return { element, score, changed };
}

function scoreOf(changed: readonly Attribute[]): number {
  const lost = changed.reduce((sum, name) => sum + WEIGHTS[name], 0);
  return Math.round((1 - lost) * 100) / 100;
}

function changedOf(stored: StoredSelector, own: StoredSelector): readonly Attribute[] {
  return ATTRIBUTES.filter((name) => {
    if (name === "bounds") return !isNear(stored.bounds, own.bounds);
    if (name === "fingerprint") return isOtherPicture(stored, own);
    return JSON.stringify(stored[name]) !== JSON.stringify(own[name]);
  });
}

/** Whether it can be identified without its image: by its own words, or by an id in a container that has words. */
function isKnownUnseen({ unique }: StoredSelector, own: StoredSelector): boolean {
  if (own.labels.length > 0) return true;
  return own.fingerprint === undefined && unique.idAround === true && own.unique.idAround === true;
}

/** Whether both have fingerprints of the same image; in a dark theme one is the complement of the other. */
function isOfPicture({ fingerprint: old }: StoredSelector, { fingerprint: now }: StoredSelector): boolean {
  return old !== undefined && now !== undefined && likenessOf(old, now) !== "other";
}

/**
 * Whether both have fingerprints of different images. An element without a fingerprint, then or now, does not count.
 */
function isOtherPicture({ fingerprint: old }: StoredSelector, { fingerprint: now }: StoredSelector): boolean {
  return old !== undefined && now !== undefined && likenessOf(old, now) === "other";
}

/** Rounding, and bars that appear or disappear, move elements by less than this share of the screen. */
const SAME_PLACE = 0.006;

function isNear(a: StoredSelector["bounds"], b: StoredSelector["bounds"]): boolean {
  return a.every((value, side) => Math.abs(value - (b[side] ?? 0)) <= SAME_PLACE);
}

/**
 * In a list, elements with the same id, role, words and surroundings cannot be distinguished: any of them may be the
 * stored one.
 */
function isTwin(stored: StoredSelector, own: StoredSelector): boolean {
  return own.id === stored.id && own.role === stored.role && wordsKey(own) === wordsKey(stored);
}

/** Whether an element with changed attributes is still certainly the stored one. */
function isIt(stored: StoredSelector, { own, changed, score }: Examined, all: readonly Examined[]): boolean {
  const has = (name: Attribute) => changed.includes(name);
  const strong = changed.filter((name) => name === "id" || name === "labels" || name === "around");
  if (strong.length > 1 || score < LEAST_SCORE) return false;
  if (has("fingerprint")) return false;
  if (stored.labels.length === 0 && isItByItem(stored, { own, changed })) return true;
  if (isOfPicture(stored, own) && stored.labels.length === 0) return isItByPicture(stored, { own, changed }, all);
  if (stored.id === null && stored.labels.length === 0) return changed.length === 1 && !has("place") && !has("around");
  if (stored.unique.id && own.unique.id && !has("id")) return !(stored.isInList && strong.length > 0);
  if (!has("labels") && !has("around") && stored.labels.length > 0) {
    // An element with a different role and class may be the stored element's new container, or be contained in it.
    if (has("role") && has("className") && (has("id") || stored.id === null)) return false;
    return stored.unique.words ? own.unique.words : changed.length === 1;
  }
  if (stored.isInList || own.isInList || changed.length > 1) return false;
  if (has("around")) return stored.unique.labels && own.unique.labels;
  // Only its words changed, no other element has the old words now, and its surroundings are unchanged.
  const old = stored.labels.join("\u0001");
  return !all.some((one) => one.own.labels.join("\u0001") === old);
}

/**
 * Whether an element without words is the only one with its id in a container that has the same words as before,
 * wherever that container is now.
 */
function isItByItem(stored: StoredSelector, { own, changed }: Pick<Examined, "own" | "changed">): boolean {
  const has = (name: Attribute) => changed.includes(name);
  if (stored.unique.idAround !== true || own.unique.idAround !== true) return false;
  return !has("id") && !has("around") && !has("labels") && !(has("role") && has("className"));
}

/**
 * Whether no other element had this image when it was stored, and no other one has it now; an item of a list has to be
 * in the same item.
 */
function isItByPicture(
  stored: StoredSelector,
  { own, changed }: Pick<Examined, "own" | "changed">,
  all: readonly Examined[],
): boolean {
  const has = (name: Attribute) => changed.includes(name);
  if (stored.unique.fingerprint !== true || own.unique.fingerprint !== true || has("labels")) return false;
  if (has("role") && has("className")) return false;
  if ((stored.isInList || own.isInList) && has("around")) return false;
  return all.filter((one) => isOfPicture(stored, one.own)).length === 1;
}
