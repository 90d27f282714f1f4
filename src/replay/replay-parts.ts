import type { ErrorCode } from "../base/errors.js";
import type { Session } from "../session/session.js";
import type { ToolContext } from "../tool-contract/tool.js";
import type { Pixels } from "../vision/image.js";
import type { SteadyWords } from "./steady-words.js";

/** What all steps of a replay share. */
export interface ReplayParts {
  readonly session: Session;
  readonly context: ToolContext;
  readonly steady: SteadyWords;
  /** How long a screen may take to become the recorded one, in ms. */
  readonly patienceMs: number;
  /** Texts by the number of the step that types them, where they were redacted. */
  readonly values: ReadonlyMap<number, string>;
  /** A picture of the trace; null if it is not there. */
  readonly picture: (path: string) => Promise<Pixels | null>;
}

/** Why a step was not done, or is not what it was. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}
