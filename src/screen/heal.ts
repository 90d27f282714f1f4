import type { UiElement } from "./element.js";
import { likenessOf } from "./fingerprint.js";
import type { QueryScreen } from "./query/query-screen.js";
import { type StoredSelector, storedSelectorsOf, wordsKey } from "./stored-selector.js";

/**
 * What of an element can change, and how much each says of which element it is; together 1. A fingerprint stands in for
 * words: an element has one or the other.
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

/** An element that may be the stored one, and what is different about it. */
export interface Healing {
  readonly element: UiElement;
  /** 0–1; 1 where nothing is different. */
  readonly score: number;
  readonly changed: readonly Attribute[];
}

export interface StoredAnswer {
  /** The stored element; several where more than one fits, empty if none does. */
  readonly matches: readonly Healing[];
  /** Where none is surely the one: what is most like it, best first. */
  readonly guesses: readonly Healing[];
}

const LEAST_SCORE = 0.5;
const MOST_GUESSES = 5;

/** The stored element on a screen that asks for a least score, with the answers of resolveStored. */
export function storedMatches(stored: StoredSelector, screen: QueryScreen): readonly Healing[] {
  const { leastScore = 0 } = screen;
  return resolveStored(stored, screen).matches.filter(({ score }) => score >= leastScore);
}

/**
 * The element that was stored, also after any one of the things it is known by has changed, where the others still say
 * for sure which one it is: an id that stays with one view; words that nothing else on the screen had; for what has
 * neither, everything else. An item of a list is what it says: with other words it is another item. Elements of another
 * app are never taken.
 */
export function resolveStored(stored: StoredSelector, screen: QueryScreen): StoredAnswer {
  const all = storedSelectorsOf(screen).map((own, place) => ({ own, element: screen.elements[place] }));
  const candidates = all.flatMap(({ own, element }): readonly Examined[] => {
    if (!element || own.package !== stored.package || own.systemBar !== stored.systemBar) return [];
    const changed = changedOf(stored, own);
    return [{ own, element, changed, score: scoreOf(changed) }];
  });
  // Where a picture was taken, what does not show the stored one is not it, though it is in its place.
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

/** It need not be seen to be known: it says something, or what it is in does and it has an id there. */
function isKnownUnseen({ unique }: StoredSelector, own: StoredSelector): boolean {
  if (own.labels.length > 0) return true;
  return own.fingerprint === undefined && unique.idAround === true && own.unique.idAround === true;
}

/** Both have a fingerprint, of one picture: in a dark theme it is the complement. */
function isOfPicture({ fingerprint: old }: StoredSelector, { fingerprint: now }: StoredSelector): boolean {
  return old !== undefined && now !== undefined && likenessOf(old, now) !== "other";
}

/** What was not seen, then or now, is no other picture. */
function isOtherPicture({ fingerprint: old }: StoredSelector, { fingerprint: now }: StoredSelector): boolean {
  return old !== undefined && now !== undefined && likenessOf(old, now) === "other";
}

/** Rounding and a bar that comes or goes move things by less than this share of the screen. */
const SAME_PLACE = 0.006;

function isNear(a: StoredSelector["bounds"], b: StoredSelector["bounds"]): boolean {
  return a.every((value, side) => Math.abs(value - (b[side] ?? 0)) <= SAME_PLACE);
}

/**
 * In a list, elements with the same id, words and surroundings cannot be distinguished: any of them may be the stored
 * one.
 */
function isTwin(stored: StoredSelector, own: StoredSelector): boolean {
  return own.id === stored.id && own.role === stored.role && wordsKey(own) === wordsKey(stored);
}

/** Whether something that has changed is still surely the stored element. */
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
    // What is of another kind and another class may be what it was put into, or what was put into it.
    if (has("role") && has("className") && (has("id") || stored.id === null)) return false;
    return stored.unique.words ? own.unique.words : changed.length === 1;
  }
  if (stored.isInList || own.isInList || changed.length > 1) return false;
  if (has("around")) return stored.unique.labels && own.unique.labels;
  // Only its words are others, nothing else says them now, and all around it is as it was.
  const old = stored.labels.join("\u0001");
  return !all.some((one) => one.own.labels.join("\u0001") === old);
}

/** It says nothing itself, and is the only one with its id in what says the same as then, wherever that is now. */
function isItByItem(stored: StoredSelector, { own, changed }: Pick<Examined, "own" | "changed">): boolean {
  const has = (name: Attribute) => changed.includes(name);
  if (stored.unique.idAround !== true || own.unique.idAround !== true) return false;
  return !has("id") && !has("around") && !has("labels") && !(has("role") && has("className"));
}

/**
 * Nothing else showed this picture when it was stored, and nothing else shows it now; an item of a list stays in its
 * item.
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
