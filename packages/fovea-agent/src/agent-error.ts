/** Error codes of this package; docs/errors.md has the next step for each. */
export type AgentErrorCode =
  | "AGENT_RUN_UNUSABLE"
  | "CALLBACK_FAILED"
  | "GUIDE_FAILED"
  | "MODEL_BUSY"
  | "MODEL_FAILED"
  | "MODEL_UNUSABLE"
  | "PLAN_MALFORMED";

const HINTS: Readonly<Record<AgentErrorCode, string>> = {
  AGENT_RUN_UNUSABLE: "Name another folder, or the one of the run that is to go on, with the same task.",
  CALLBACK_FAILED:
    "Correct the function of your program that the message names; `cause` of the error is what it threw. Observe before acting again.",
  GUIDE_FAILED: "Correct the guide, or leave it out: --guide none.",
  MODEL_BUSY: "Wait a moment, then resume the run: nothing is done twice.",
  MODEL_FAILED: "Resume the run; if it fails again, try another model.",
  MODEL_UNUSABLE: "Correct the model's name, its key or its address.",
  PLAN_MALFORMED: "Try another model, or word the task more simply.",
};

/** An error with a code and the next step. */
export class AgentError extends Error {
  readonly code: AgentErrorCode;
  readonly hint: string;

  constructor(
    code: AgentErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly hint?: string } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AgentError";
    this.code = code;
    this.hint = options.hint ?? HINTS[code];
  }
}

/** The error of a failed call to the library or to this package; `INTERNAL` for any other error. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly mayHaveHappened: boolean;
}

/** Recognises the library's errors by their fields, because this package does not load the library's code. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: "INTERNAL", message: String(error), hint: "", mayHaveHappened: true };
  const { code, hint, context } = error as Partial<{
    readonly code: unknown;
    readonly hint: unknown;
    readonly context: { readonly mayHaveHappened?: unknown };
  }>;
  const isKnown = typeof code === "string" && typeof hint === "string";
  return {
    code: isKnown ? code : error.name === "AbortError" ? "CANCELLED" : "INTERNAL",
    message: error.message,
    hint: isKnown ? hint : "",
    mayHaveHappened: isKnown ? context?.mayHaveHappened === true : true,
  };
}

/** Whether it is an error of the library or of this package. */
export function isCoded(error: unknown): boolean {
  return failureOf(error).hint !== "";
}
