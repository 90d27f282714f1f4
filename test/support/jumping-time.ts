import type { PhoneTime } from "../../packages/virtual-android/src/phone-time.js";
import { delay } from "./delay.js";

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

/**
 * The clock of a virtual phone. When the process has nothing else to do and a program of the phone waits, the clock
 * jumps to the next timer, so waiting on the phone takes no real time. When the host waits, the clock runs with the
 * host's clock.
 */
export class JumpingTime implements PhoneTime {
  #now = 0;
  #timers: Timer[] = [];
  #sleepers = 0;

  nowMs(): number {
    return this.#now;
  }

  wallMs(): number {
    return Date.UTC(2026, 2, 14, 9, 41) + this.#now;
  }

  schedule(atMs: number, run: () => void): () => void {
    const timer = { atMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#sleepers += 1;
    let stop: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const cancel = this.schedule(this.#now + ms, resolve);
        stop = () => {
          cancel();
          reject(signal.reason);
        };
        signal.addEventListener("abort", stop, { once: true });
      });
    } finally {
      this.#sleepers -= 1;
      if (stop) signal.removeEventListener("abort", stop);
    }
  }

  /** Lets time pass until the work is done, and returns its result. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => {});
    while (!isDone) {
      await turn();
      await turn();
      if (isDone) break;
      if (this.#sleepers > 0) this.#jumpTo(this.#nextAt());
      else await this.#wait(done);
    }
    return await done;
  }

  /** Lets this time pass, and runs the timers that are due in it. */
  async pass(ms: number): Promise<void> {
    await this.during(this.sleep(ms, new AbortController().signal));
  }

  /** Waits 1 ms of the host's time, or less if the work ends before. */
  async #wait(work: Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await Promise.race([work.catch(() => {}), delay(1)]);
    this.#jumpTo(this.#now + performance.now() - startedAt);
  }

  #nextAt(): number {
    return this.#timers.reduce((soonest, { atMs }) => Math.min(soonest, atMs), Number.POSITIVE_INFINITY);
  }

  #jumpTo(atMs: number): void {
    for (let next = this.#nextAt(); next <= atMs; next = this.#nextAt()) {
      const due = this.#timers.find((timer) => timer.atMs === next);
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, next);
      due?.run();
    }
    this.#now = Math.max(this.#now, atMs);
  }
}

/** Resolves after all code that is ready has run. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
