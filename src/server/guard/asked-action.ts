import type { GateQuestion } from "../../guard/gate.js";

/** An action that somebody has to agree to first. */
export interface AskedAction {
  readonly call: GateQuestion["call"];
  readonly device: string;
  /** What would happen, and why; words of apps are in quotes. */
  readonly words: string;
  /** All that the answer is about, as one word. */
  readonly subject: string;
  /** Only a person may agree to it. */
  readonly isForPerson: boolean;
  /** It was asked about because its caller wanted that. */
  readonly isRaised: boolean;
}
