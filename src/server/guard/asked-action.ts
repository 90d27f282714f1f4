import type { GateQuestion } from "../../guard/gate.js";

/** An action that needs somebody's agreement. */
export interface AskedAction {
  readonly call: GateQuestion["call"];
  readonly device: string;
  /** The effect of the action and the reason for the question; words of apps are in quotes. */
  readonly words: string;
  /** A hash of everything that the answer is about. */
  readonly subject: string;
  /** Whether only a person may agree to it. */
  readonly isForPerson: boolean;
  /** Whether the caller requested the question (`confirm`). */
  readonly isRaised: boolean;
}
