import { FoveaError } from "../base/errors.js";
import { abortable } from "../base/signals.js";
import { invalid } from "./failures.js";

/** A callback of the program for steps, and words for its errors. */
export interface Listener<Step> {
  /** The name of the call that got the callback. */
  readonly call: string;
  readonly onStep: ((step: Step) => unknown) | undefined;
  /** Describes a step. */
  readonly words: (step: Step) => string;
}

/**
 * Does work, and calls the program's callback for each step. If the callback throws or rejects, this is the program's
 * own error: it ends the work before the next step, as the signal does. Promises of the callback are awaited at the
 * end. Errors: those of the work; CALLBACK_FAILED with the program's error as the cause.
 */
export async function withCallback<Step, Done>(
  { call, onStep, words }: Listener<Step>,
  work: (onStep: (step: Step) => void, signal: AbortSignal) => Promise<Done>,
  signal: AbortSignal,
): Promise<Done> {
  if (onStep === undefined) return await work(() => {}, signal);
  const failed = new AbortController();
  const pending: Promise<unknown>[] = [];
  const hear = (step: Step) => {
    if (failed.signal.aborted) return;
    const fail = (cause: unknown) => {
      failed.abort(ownError(`${call}: onStep threw at ${words(step)}, which ended the run`, cause, true));
    };
    try {
      pending.push(Promise.resolve(onStep(step)).catch(fail));
    } catch (error) {
      fail(error);
    }
  };
  try {
    const done = await work(hear, AbortSignal.any([signal, failed.signal]));
    // A run that was ended by its signal is a result, too.
    await abortable(Promise.all(pending), signal).catch(() => {});
    failed.signal.throwIfAborted();
    return done;
  } catch (error) {
    failed.signal.throwIfAborted();
    throw error;
  }
}

/** The coded error for an error that a callback of the program threw; the message names the call. */
export function ownError(what: string, cause: unknown, mayHaveHappened: boolean): FoveaError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new FoveaError("CALLBACK_FAILED", `${what}: ${why}`, { cause, mayHaveHappened });
}

/** Errors: INVALID_ARGUMENT. */
export function requireListener(call: string, onStep: unknown): void {
  if (onStep !== undefined && typeof onStep !== "function") throw invalid(`${call}: onStep has to be a function`, call);
}
