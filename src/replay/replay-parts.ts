import type { ErrorCode } from "../base/errors.js";
import type { Session } from "../session/session.js";
import type { ToolContext } from "../tool-contract/tool.js";
import type { Pixels } from "../vision/image.js";
import type { SteadyWords } from "./steady-words.js";

/** The parts that all steps of a replay share. */
export interface ReplayParts {
  readonly session: Session;
  readonly context: ToolContext;
  readonly steady: SteadyWords;
  /** How long to wait until a screen is the recorded one, in ms. */
  readonly patienceMs: number;
  /** The texts for redacted texts, by the number of the step that types them. */
  readonly values: ReadonlyMap<number, string>;
  /** A picture of the trace; null if it does not exist. */
  readonly picture: (path: string) => Promise<Pixels | null>;
}

/** Why a step was not performed, or had another result than recorded. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}
