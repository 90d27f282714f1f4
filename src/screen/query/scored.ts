import type { Rect } from "../../base/geometry.js";
import type { UiElement } from "../element.js";

/** What is not at least this likely is not taken. */
export const LEAST_SCORE = 0.85;
/** What is nearer than this to the best is as good as it. */
export const MARGIN = 0.05;

/** An element that may be meant. */
export interface Scored {
  readonly element: UiElement;
  /** 0–1. */
  readonly score: number;
  /** What the score is made of, in words. */
  readonly reasons: readonly string[];
  /** What "top" and "left" refer to; null for the screen. */
  readonly frame: Rect | null;
}

/** Scores of elements, each element once. */
export type Ranking = ReadonlyMap<string, Scored>;

/** Each element by its best score; of equal ones the first. */
export function bestOf(scored: Iterable<Scored>): Ranking {
  const best = new Map<string, Scored>();
  for (const one of scored) {
    const known = best.get(one.element.ref);
    if (!known || one.score > known.score) best.set(one.element.ref, one);
  }
  return best;
}

/** Those that are good enough, and about as good as the best. */
export function goodOnes(ranking: Ranking, leastScore = LEAST_SCORE): readonly Scored[] {
  const best = Math.max(0, ...[...ranking.values()].map(({ score }) => score));
  // Scores are products of decimals: what should be just at the edge may lie a hair off it.
  const least = Math.max(leastScore, best - MARGIN) - 1e-9;
  return [...ranking.values()].filter(({ score }) => score >= least);
}

/** The same with another factor and reason. */
export function scale(one: Scored, factor: number, reason: string): Scored {
  return { ...one, score: one.score * factor, reasons: [...one.reasons, reason] };
}
