/**
 * The parameters of recognition. α is from the source document. The others were chosen by `npm run -s bench -- graph
 * --calibrate` on labelled screens of some apps, and tested on screens of other apps: docs/memory.md has the figures.
 */
export interface Thresholds {
  /** The weight of the elements (ElementSim); the rest is the weight of the words (SemanticSim). */
  readonly alpha: number;
  /** At least this similarity: the same screen. */
  readonly match: number;
  /**
   * Less than this similarity: different screens. Between both: screens that may be the same, which optimising decides.
   */
  readonly create: number;
}

export const THRESHOLDS: Thresholds = { alpha: 0.7, match: 0.62, create: 0.52 };
