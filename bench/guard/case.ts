import type { GuardedAction, GuardedScreen } from "../../src/guard/guarded-action.js";
import type { Label, Split } from "./labels.js";

/** Real screens, controls that flows of real apps name, and screens that the virtual phone shows. */
export const ORIGINS = ["real", "named", "made"] as const;
export type Origin = (typeof ORIGINS)[number];

/** One labelled pair of a screen and an action, as the guard is asked about it. */
export interface GuardCase {
  readonly split: Split;
  readonly origin: Origin;
  /** `-` for real screens and named controls. */
  readonly language: string;
  readonly label: Label;
  readonly action: GuardedAction;
  readonly screen: GuardedScreen;
  /** The name of the case in a list of mistakes: app, screen, control. */
  readonly name: string;
}
