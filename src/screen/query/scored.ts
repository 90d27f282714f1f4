import type { Rect } from "../../base/geometry.js";
import type { UiElement } from "../element.js";

/** The least score of a match, unless the caller gives another. */
export const LEAST_SCORE = 0.85;
/** Scores that differ from the best by less than this count as equal to it. */
export const MARGIN = 0.05;

/** An element that may be the intended one. */
export interface Scored {
  readonly element: UiElement;
  /** 0–1. */
  readonly score: number;
  /** The facts that led to the score, in words. */
  readonly reasons: readonly string[];
  /** The bounds to which "top" and "left" refer; null for the screen. */
  readonly frame: Rect | null;
}

/** Scored elements by ref, each element once. */
export type Ranking = ReadonlyMap<string, Scored>;

/** Each element with its best score; of equal scores the first. */
export function bestOf(scored: Iterable<Scored>): Ranking {
  const best = new Map<string, Scored>();
  for (const one of scored) {
    const known = best.get(one.element.ref);
    if (!known || one.score > known.score) best.set(one.element.ref, one);
  }
  return best;
}

/** The elements whose score is high enough and near the best. */
export function goodOnes(ranking: Ranking, leastScore = LEAST_SCORE): readonly Scored[] {
  const best = Math.max(0, ...[...ranking.values()].map(({ score }) => score));
  // Scores are products of decimals: a score at the exact limit may be lower by a rounding error.
  const least = Math.max(leastScore, best - MARGIN) - 1e-9;
  return [...ranking.values()].filter(({ score }) => score >= least);
}

/** The same element with its score multiplied by a factor, and one more reason. */
export function scale(one: Scored, factor: number, reason: string): Scored {
  return { ...one, score: one.score * factor, reasons: [...one.reasons, reason] };
}
