import type { GuardedAction, GuardedScreen } from "../../src/guard/guarded-action.js";
import type { Label, Split } from "./labels.js";

/** One labelled pair of a screen and an action, as the guard is asked about it. */
export interface GuardCase {
  readonly split: Split;
  readonly origin: "real" | "made";
  /** `-` for real screens. */
  readonly language: string;
  readonly label: Label;
  readonly action: GuardedAction;
  readonly screen: GuardedScreen;
  /** What it is, for a list of mistakes: app, screen, thing. */
  readonly name: string;
}
