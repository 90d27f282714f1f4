import type { ErrorCode } from "../base/errors.js";
import type { Divergence } from "../tool-contract/skill-report.js";

/** Ends a run of a skill at a step, with the reason. */
export class Diverged extends Error {
  readonly code: ErrorCode;
  readonly expected: readonly string[];
  readonly mayHaveHappened: boolean;

  constructor(code: ErrorCode, message: string, more: Pick<Divergence, "expected" | "mayHaveHappened">) {
    super(message);
    this.code = code;
    this.expected = more.expected;
    this.mayHaveHappened = more.mayHaveHappened;
  }
}
