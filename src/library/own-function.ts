import { FoveaError } from "../base/errors.js";
import { abortable } from "../base/signals.js";
import { invalid } from "./failures.js";

/** A function of the program that hears of steps, and what it is called. */
export interface Listener<Step> {
  /** The call that it was given to. */
  readonly call: string;
  readonly onStep: ((step: Step) => unknown) | undefined;
  /** A step in words. */
  readonly words: (step: Step) => string;
}

/**
 * Does work of which a function of the program hears. What that throws, or rejects with, is the program's own error:
 * the work is ended by it before its next step, as by its signal. Promises of the function are waited for at the end.
 * Errors: those of the work; CALLBACK_FAILED with the program's error as the cause.
 */
export async function whileHeard<Step, Done>(
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
    // A run that its signal ends is a result, too.
    await abortable(Promise.all(pending), signal).catch(() => {});
    failed.signal.throwIfAborted();
    return done;
  } catch (error) {
    failed.signal.throwIfAborted();
    throw error;
  }
}

/** The error that a function of the program threw, named as the program's own. */
export function ownError(what: string, cause: unknown, mayHaveHappened: boolean): FoveaError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new FoveaError("CALLBACK_FAILED", `${what}: ${why}`, { cause, mayHaveHappened });
}

/** Errors: INVALID_ARGUMENT. */
export function requireListener(call: string, onStep: unknown): void {
  if (onStep !== undefined && typeof onStep !== "function") throw invalid(`${call}: onStep has to be a function`, call);
}
