import type { PhoneClock } from "../../src/virtual-device/clock.js";

/** A clock that jumps to the end of each sleep at once: what took how long is told by `nowMs`. */
export function jumpingClock(): PhoneClock {
  let now = 0;
  return {
    nowMs: () => now,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      now += ms;
    },
  };
}
