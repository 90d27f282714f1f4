import type { PhoneClock } from "../../packages/virtual-android/src/clock.js";

/**
 * A clock that jumps to the end of each sleep at once; `nowMs` gives the simulated time. Sleeps that start at the same
 * moment run in parallel.
 */
export function jumpingClock(): PhoneClock {
  let now = 0;
  return {
    nowMs: () => now,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      const end = now + ms;
      await new Promise((resolve) => setImmediate(resolve));
      now = Math.max(now, end);
    },
  };
}
