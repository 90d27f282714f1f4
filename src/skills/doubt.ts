/** Why a step is not to be trusted unseen. */
export interface Doubt {
  /** From 1; 0 for the skill as a whole. */
  readonly step: number;
  readonly did: string;
  /**
   * `ambiguous`: its target cannot be distinguished from others for sure; `unverified`: nothing shows that it was done;
   * `timing`: it depends on when a screen comes; `undone`: it cannot be done again; `left out`: some runs did more than
   * the skill does; `elsewhere`: it is for another app than the one that the steps before it lead to;
   * `other app`, `flow`: only to know.
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

/** Kinds that make a skill one that is not to be trusted. */
export const SERIOUS: readonly DoubtKind[] = ["ambiguous", "unverified", "undone", "left out", "elsewhere"];

export type Found = readonly [kind: DoubtKind, why: string];
