/**
 * What screens are recognised by. α is of the source document; the others were chosen by `npm run -s bench -- graph
 * --calibrate` on labelled screens of some apps and tested on those of others: docs/memory.md has the figures.
 */
export interface Thresholds {
  /** Weight of what elements there are (ElementSim) beside what is said (SemanticSim). */
  readonly alpha: number;
  /** At least so alike: one screen. */
  readonly match: number;
  /** Less alike: two screens; between both two screens that may be one, which optimising decides. */
  readonly create: number;
}

export const THRESHOLDS: Thresholds = { alpha: 0.7, match: 0.62, create: 0.52 };
