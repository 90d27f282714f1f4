import type { ActionSig } from "../graph.js";
import type { ScreenFacts } from "../screen/screen-facts.js";

export const OUTCOMES = ["ok", "failed", "noEffect", "unknown"] as const;
/** The outcome of an action by its verdict; `unknown` is not counted. */
export type Outcome = (typeof OUTCOMES)[number];

/** The type of an action that only observed the screen: the next screen came by itself. */
export const WAIT = "wait";

/** An action at the screen *at* which it was taken: the form in which logs store it. */
export interface TakenAction {
  readonly action: ActionSig;
  /** The name of the part that was its target; null if it is unknown. */
  readonly target: string | null;
  readonly outcome: Outcome;
  /** The duration in ms; null if it was not noted. */
  readonly durationMs: number | null;
  readonly sensitive: string | null;
}

/** A screen and the action at it. */
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
 * A run in the form of the construction. Step j of a log has the screen S_j and the action that was taken there, which
 * led to S_(j+1). So each action moves to the next screen; the last one is dropped, since no step has the screen that
 * it led to.
 */
export function arrivalsOf({ steps }: Pick<GraphRun, "steps">): readonly Arrival[] {
  return steps.map(({ at, screen }, place) => ({ at, screen, ledBy: steps[place - 1]?.taken ?? null }));
}
