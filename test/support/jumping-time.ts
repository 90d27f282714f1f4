import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { PhoneTime } from "../../src/virtual-device/phone-time.js";

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

/**
 * A phone's time that jumps to whatever is due next as soon as the process has nothing else to do: seconds of the phone
 * cost what they make it compute, and the order of things depends on no clock but this one.
 */
export class JumpingTime implements PhoneTime {
  #now = 0;
  #timers: Timer[] = [];

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

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        cancel();
        reject(signal.reason);
      };
      const cancel = this.schedule(this.#now + ms, () => {
        signal.removeEventListener("abort", stop);
        resolve();
      });
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });
  }

  /** Lets time pass until the work is done, and gives its outcome. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => {});
    while (!isDone) {
      await turn();
      await turn();
      if (!isDone && !this.#jump()) await Promise.race([done.catch(() => {}), wait(1)]);
    }
    return await done;
  }

  /** Lets so much time pass, with everything that is due on the way. */
  async pass(ms: number): Promise<void> {
    await this.during(this.sleep(ms, new AbortController().signal));
  }

  /** False where nothing is due any more. */
  #jump(): boolean {
    const [first] = this.#timers;
    if (!first) return false;
    const next = this.#timers.reduce((soonest, timer) => (timer.atMs < soonest.atMs ? timer : soonest), first);
    this.#timers = this.#timers.filter((timer) => timer !== next);
    this.#now = Math.max(this.#now, next.atMs);
    next.run();
    return true;
  }
}
