/** The error of any failed call. */
export interface FoveaError extends Error {
  /** A code of docs/errors.md, for example `REF_CHANGED`. */
  readonly code: string;
  /** What to do next. */
  readonly hint: string;
  /** Ways to recover, the best first. */
  readonly recoverySuggestions: readonly string[];
  readonly context: {
    readonly device?: string;
    /** The call that failed, in words. */
    readonly attemptedAction: string;
    /** The target of the call in words, also if it was not an element. */
    readonly elementDescription: string;
    /** The screen as the outline shows it, or a text that none was read. */
    readonly visualContext: string;
    /** The folder in which the failure is saved (option `failures`). */
    readonly failureFolder?: string;
    /** Whether the device may have done something before the failure. */
    readonly mayHaveHappened?: boolean;
  };
}

/** Whether a value is the error of a failed call; with `code`, whether it has this code. */
export type IsFoveaError = (error: unknown, code?: string) => error is FoveaError;
