import type { ActionSig } from "../graph.js";
import type { ScreenFacts } from "../screen/screen-facts.js";

export const OUTCOMES = ["ok", "failed", "noEffect", "unknown"] as const;
/** How an action went by its verdict; `unknown` counts for nothing. */
export type Outcome = (typeof OUTCOMES)[number];

/** The type of the action where a screen was only looked at: what comes next came by itself. */
export const WAIT = "wait";

/** An action as it was taken *at* a screen, which is how logs store it. */
export interface TakenAction {
  readonly action: ActionSig;
  /** Name of the part that it was done to; null if none is known. */
  readonly target: string | null;
  readonly outcome: Outcome;
  /** In ms; null if it was not noted. */
  readonly durationMs: number | null;
  readonly sensitive: string | null;
}

/** A screen and what was done at it. */
export interface RunStep {
  /** ms since the epoch. */
  readonly at: number;
  readonly screen: ScreenFacts;
  readonly taken: TakenAction;
}

/** One demonstration, walk or task, step by step. */
export interface GraphRun {
  readonly id: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly steps: readonly RunStep[];
}

/** A screen and the action that *led to* it: (S_j, a_j) of the construction. */
export interface Arrival {
  readonly at: number;
  readonly screen: ScreenFacts;
  /** Null for the first screen of a run. */
  readonly ledBy: TakenAction | null;
}

/**
 * The run as the construction wants it. A log's step j holds the screen S_j and the action that was taken there; that
 * action led to S_(j+1). So the actions move one place on; the last one led to a screen that no step of the log holds.
 */
export function arrivalsOf({ steps }: Pick<GraphRun, "steps">): readonly Arrival[] {
  return steps.map(({ at, screen }, place) => ({ at, screen, ledBy: steps[place - 1]?.taken ?? null }));
}
