import { deadline, pollUntil } from "../base/signals.js";

/** The pause between observations, in ms: each reads the whole hierarchy of the device. */
const LOOK_EVERY_MS = 200;

/** Polls for `ms`; if `check` finds nothing in time, gives the last result. */
export async function lookUntil<T>(
  ms: number,
  check: () => Promise<T | undefined>,
  last: () => T | null,
  signal: AbortSignal,
): Promise<T> {
  using limit = deadline(ms, "the wait for the recorded screen", signal);
  const state = { isFirst: true };
  const once = async () => {
    if (!state.isFirst) limit.signal.throwIfAborted();
    state.isFirst = false;
    return await check();
  };
  try {
    const first = await once();
    return first ?? (await pollUntil(once, LOOK_EVERY_MS, limit.signal));
  } catch (error) {
    const seen = last();
    if (signal.aborted || !limit.signal.aborted || seen === null) throw error;
    return seen;
  }
}
