/** A reason to check a step before it is trusted. */
export interface Doubt {
  /** The number of the step, from 1; 0 for the whole skill. */
  readonly step: number;
  readonly did: string;
  /**
   * `ambiguous`: its target cannot be distinguished from other elements with certainty. `unverified`: nothing proves
   * that it was performed. `timing`: it depends on how fast a screen appears. `undone`: it cannot be repeated. `left
   * out`: some runs did more than the skill. `elsewhere`: it is for another app than the one to which the steps before
   * it lead. `other app`, `flow`: only for information.
   */
  readonly kind: DoubtKind;
  readonly why: string;
}

export type DoubtKind =
  | "ambiguous"
  | "unverified"
  | "timing"
  | "undone"
  | "guarded"
  | "left out"
  | "elsewhere"
  | "other app"
  | "flow";

/** Kinds of doubts that make a skill untrustworthy. */
export const SERIOUS: readonly DoubtKind[] = ["ambiguous", "unverified", "undone", "left out", "elsewhere"];

export type Found = readonly [kind: DoubtKind, why: string];
