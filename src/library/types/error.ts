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
    readonly attemptedAction?: string;
    readonly elementDescription?: string;
    readonly visualContext?: string;
    /** Whether the device may have done something before the failure. */
    readonly mayHaveHappened?: boolean;
  };
}

/** Whether a call failed with a code; with `code`, with that one. */
export type IsFoveaError = (error: unknown, code?: string) => error is FoveaError;
