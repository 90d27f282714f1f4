import type { NotLive } from "./not-live.js";

/** How long a missing companion is not tried again, so that a device without one costs next to nothing. */
const LOOK_AGAIN_MS = 5_000;
/** The longest pause after repeated failures to start. */
const LOOK_AT_LAST_MS = 60_000;

interface Failure {
  readonly failure: NotLive;
  readonly times: number;
  /** performance.now() until which the companion is not tried again. */
  readonly until: number;
}

/** Why the companions of a device were missing, as long as another try is too early. */
export class Failures<Kind extends string> {
  readonly #failures = new Map<Kind, Failure>();

  /** The failure; undefined if the companion may be tried now. */
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

/** No process listens yet, or another program uses UiAutomation: that may end at any moment, and trying is cheap. */
function isPassing({ reason: { code } }: NotLive): boolean {
  return code === "ON_DEVICE_NOT_BOUND" || code === "ON_DEVICE_SUPPRESSED" || code === "UIAUTOMATION_BUSY";
}
