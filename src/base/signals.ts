import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { FoveaError } from "./errors.js";

/** An AbortSignal with a time limit. Dispose of it to stop its timer and to remove its listener from the parent. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** Milliseconds left, never below 0. */
  remainingMs(): number;
}

/** A timer that is later than this is late because the process could not run, not by chance. */
const LATE_MS = 20;
/** Node runs a timer with a longer time at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * A signal that aborts when `parent` does (with the parent's reason) or after `ms` (with a FoveaError TIMEOUT that
 * names `what`). Dispose of it when the work is done. If the process could not run when the time was over, because it
 * computed or the machine was busy, the signal waits for the missed time again, at most `ms`. Data that has arrived by
 * then is read before the signal aborts.
 */
export function deadline(ms: number, what: string, parent: AbortSignal): Deadline {
  const controller = new AbortController();
  // Ten operations under one signal are usual here; Node warns of a leak from the eleventh listener on.
  setMaxListeners(0, parent, controller.signal);
  let endsAt = performance.now() + ms;
  let mostMore = ms;
  let reading: NodeJS.Immediate | undefined;
  const end = () => controller.abort(new FoveaError("TIMEOUT", `${what} took longer than ${Math.round(ms)} ms`));
  const arm = (forMs: number) => setTimeout(check, Math.min(forMs, LONGEST_TIMER_MS));
  const check = () => {
    const leftMs = endsAt - performance.now();
    if (leftMs > LATE_MS) {
      timer = arm(leftMs);
      return;
    }
    const lateMs = Math.min(mostMore, performance.now() - endsAt);
    if (lateMs < LATE_MS) {
      reading = setImmediate(end);
      return;
    }
    mostMore -= lateMs;
    endsAt = performance.now() + lateMs;
    timer = arm(lateMs);
  };
  let timer = arm(ms);
  const follow = () => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - performance.now()),
    [Symbol.dispose]() {
      clearTimeout(timer);
      clearImmediate(reading);
      parent.removeEventListener("abort", follow);
    },
  };
}

/** Runs `work` under a deadline and disposes of it afterwards. Errors: TIMEOUT, or whatever `work` throws. */
export async function withDeadline<T>(
  ms: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
  parent: AbortSignal,
): Promise<T> {
  using limit = deadline(ms, what, parent);
  return await abortable(work(limit.signal), limit.signal);
}

/** The promise's outcome, or the signal's reason as soon as it aborts (the promise itself is not stopped). */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    promise.catch(() => {}); // no caller waits for its outcome any more
    throw signal.reason;
  }
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener("abort", onAbort);
  }
}

/**
 * Calls `check` until it gives something other than undefined, at least once and at most every `intervalMs`. Ends only
 * by a result or by `signal`: put a deadline on the signal.
 */
export async function pollUntil<T>(
  check: () => Promise<T | undefined> | T | undefined,
  intervalMs: number,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const started = performance.now();
    const found = await check();
    if (found !== undefined) return found;
    await delay(Math.max(0, intervalMs - (performance.now() - started)), undefined, { signal }).catch(() => {
      throw signal.reason;
    });
  }
}

/** The pause between two tries; ends at once, without an error, when the signal aborts. */
export async function backOff(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}

/** Repeats `work` until it is disposed of, without keeping the process alive; other programs read it as a heartbeat. */
export function repeatedly(work: () => void, intervalMs: number): Disposable {
  const timer = setInterval(work, intervalMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Does `work` after everything that is ready to run now; the process stays alive for it. */
export async function soon(work: () => void): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  work();
}

/** Does `work` once, after `ms`, unless it is disposed of before. Does not keep the process alive. */
export function later(work: () => void, ms: number): Disposable {
  const timer = setTimeout(work, ms).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
