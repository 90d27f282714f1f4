import { ACTION_ERRORS } from "./errors/acting.js";
import { AGENT_ERRORS } from "./errors/agent.js";
import { ON_DEVICE_ERRORS } from "./errors/companion.js";
import { DEVICE_ERRORS } from "./errors/device.js";
import { FARM_ERRORS } from "./errors/farm.js";
import { PICTURE_ERRORS } from "./errors/pictures.js";
import { RECORDING_ERRORS } from "./errors/recording.js";
import { SCREEN_ERRORS } from "./errors/screen.js";
import { SERVER_ERRORS } from "./errors/serving.js";

/**
 * The codes of all errors. Every failure that leaves a module of Fovea is a {@link FoveaError} with a code from this
 * table, which gives the ways to recover, best first: steps that the caller (often a language model) can follow without
 * reading docs. Each names a tool, an option or a command.
 */
export const ERROR_CODES = {
  ...DEVICE_ERRORS,
  ...SCREEN_ERRORS,
  ...PICTURE_ERRORS,
  ...ON_DEVICE_ERRORS,
  ...ACTION_ERRORS,
  ...RECORDING_ERRORS,
  ...SERVER_ERRORS,
  ...AGENT_ERRORS,
  ...FARM_ERRORS,
  INTERNAL: ["This is a defect of Fovea; please report the message. Observe before acting again."],
} as const satisfies Readonly<Record<string, string | readonly [string, ...string[]]>>;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(word: string | null): word is ErrorCode {
  return word !== null && Object.hasOwn(ERROR_CODES, word);
}

/** The ways to recover from a failure with this code, best first. */
export function recoveriesOf(code: ErrorCode): readonly [string, ...string[]] {
  const recoveries: string | readonly [string, ...string[]] = ERROR_CODES[code];
  return typeof recoveries === "string" ? [recoveries] : recoveries;
}

/** What a caller may want to know about a failure besides its message; every field is plain data. */
export interface ErrorContext {
  /** The serial of the device. */
  readonly device?: string;
  /** The requested action, for example `tap button "Save"`. */
  readonly attemptedAction?: string;
  /** The element that was searched for or found, in the words of the outline. */
  readonly elementDescription?: string;
  /** What was on the screen: a few outline lines, or the path of a screenshot. */
  readonly visualContext?: string;
  /** Ways to recover, best first; when absent, those of the hint or of the code. */
  readonly recoverySuggestions?: readonly string[];
  /** For actions: whether the device may have done something before the failure. */
  readonly mayHaveHappened?: boolean;
  /** For actions that may have happened: refs of their targets, first to last. */
  readonly targetNames?: readonly string[];
  /** Which of these fields the call filled in because the error had none: answers to models leave them out. */
  readonly filledIn?: readonly ("attemptedAction" | "elementDescription" | "visualContext")[];
  /** The folder with the kept data of the failed call; absent if nothing was kept. */
  readonly failureFolder?: string;
}

export interface FoveaErrorOptions extends ErrorContext {
  readonly cause?: unknown;
  /** Replaces the table's ways to recover if there is a better next step. */
  readonly hint?: string;
}

/** The one error class. `message` says what, on which device, with which input; `hint` says what to do next. */
export class FoveaError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly context: ErrorContext;

  constructor(code: ErrorCode, message: string, options: FoveaErrorOptions = {}) {
    const { cause, hint, ...context } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.name = "FoveaError";
    this.code = code;
    this.hint = hint ?? recoveriesOf(code)[0];
    this.context = context;
  }

  /** The recovery suggestions, best first; at least one. If `hint` was given, only that one. */
  get recoverySuggestions(): readonly string[] {
    const table = recoveriesOf(this.code);
    return this.context.recoverySuggestions ?? (this.hint === table[0] ? table : [this.hint]);
  }

  /** The same error with more context; fields given here replace earlier ones. */
  with(context: ErrorContext): FoveaError {
    return withContext(this, context);
  }
}

/**
 * Outside the class: a bundler renames a class that refers to itself, and users' stack traces would show that name.
 */
function withContext(error: FoveaError, more: ErrorContext): FoveaError {
  const { code, message, hint, cause, context } = error;
  return new FoveaError(code, message, { ...context, ...more, hint, cause });
}

export function isFoveaError(error: unknown, code?: ErrorCode): error is FoveaError {
  return error instanceof FoveaError && (code === undefined || error.code === code);
}

/**
 * Any thrown value as a FoveaError: coded ones unchanged, aborts as CANCELLED, all others as INTERNAL with the cause.
 */
export function toFoveaError(error: unknown): FoveaError {
  if (error instanceof FoveaError) return error;
  if (error instanceof Error && error.name === "AbortError") {
    return new FoveaError("CANCELLED", "the call was cancelled", { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new FoveaError("INTERNAL", message, { cause: error });
}
