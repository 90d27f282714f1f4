import type { NotLive } from "./not-live.js";

/**
 * A companion that was not there is looked for again after this time, so that a device without one costs next to
 * nothing.
 */
const LOOK_AGAIN_MS = 5_000;
/** The longest pause behind starts that failed again and again. */
const LOOK_AT_LAST_MS = 60_000;

interface Failure {
  readonly failure: NotLive;
  readonly times: number;
  /** performance.now() */
  readonly until: number;
}

/** Why the companions of a device were not there, for as long as it is not worthwhile to try again. */
export class Failures<Kind extends string> {
  readonly #failures = new Map<Kind, Failure>();

  /** Undefined if it may be tried now. */
  of(kind: Kind): NotLive | undefined {
    const failed = this.#failures.get(kind);
    return failed && performance.now() < failed.until ? failed.failure : undefined;
  }

  note(kind: Kind, failure: NotLive): void {
    const times = (this.#failures.get(kind)?.times ?? 0) + 1;
    const pauseMs = isPassing(failure) ? LOOK_AGAIN_MS : Math.min(LOOK_AGAIN_MS * 2 ** (times - 1), LOOK_AT_LAST_MS);
    this.#failures.set(kind, { failure, times, until: performance.now() + pauseMs });
  }

  forget(kind: Kind): void {
    this.#failures.delete(kind);
  }

  clear(): void {
    this.#failures.clear();
  }
}

/** Nobody listens yet, or another program holds the UiAutomation: that may be over any moment, and asking is cheap. */
function isPassing({ reason: { code } }: NotLive): boolean {
  return code === "ON_DEVICE_NOT_BOUND" || code === "ON_DEVICE_SUPPRESSED" || code === "UIAUTOMATION_BUSY";
}
