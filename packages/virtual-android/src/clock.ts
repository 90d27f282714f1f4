/** The time of the virtual phone; tests may use their own clock. */
export interface PhoneClock {
  /** Milliseconds since a fixed moment; never goes back. */
  nowMs(): number;
  /** Waits; throws the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The clock of the host. */
export const hostClock: PhoneClock = {
  nowMs: () => performance.now(),
  sleep: hostSleep,
};

/** setTimeout accepts at most 2^31 - 1 ms; a longer wait uses several timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

async function hostSleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let left = ms;
  while (left > 0) {
    const step = Math.min(left, LONGEST_TIMER_MS);
    await oneTimer(step, signal);
    left -= step;
  }
}

function oneTimer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
