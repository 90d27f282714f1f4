/** Every failure of a call. */
export interface FoveaError extends Error {
  /** A code of docs/errors.md, for example `REF_CHANGED`. */
  readonly code: string;
  /** The next step. */
  readonly hint: string;
  /** Ways to recover, best first. */
  readonly recoverySuggestions: readonly string[];
  readonly context: {
    readonly device?: string;
    /** The call that failed, in words. */
    readonly attemptedAction: string;
    /** What it was about, also where that was no element. */
    readonly elementDescription: string;
    /** What was on the screen, in the words of the outline, or that none was read. */
    readonly visualContext: string;
    /** Folder in which the failure is kept (option `failures`). */
    readonly failureFolder?: string;
    /** Whether the device may have done something before the failure. */
    readonly mayHaveHappened?: boolean;
  };
}

/** Whether a call failed with a code; with `code`, with that one. */
export type IsFoveaError = (error: unknown, code?: string) => error is FoveaError;
