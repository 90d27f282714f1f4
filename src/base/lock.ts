import { abortable } from "./signals.js";

/** A mutex: callers are served in the order in which they came; a caller that gives up leaves the queue. */
export class Lock {
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** How many callers hold or wait for the lock. */
  get pending(): number {
    return this.#waiting;
  }

  /** Runs `work` alone. Throws the signal's reason if it aborts while waiting; `work` has to watch it itself. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#tail;
    let release: () => void = () => {};
    const mine = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#tail = before.then(() => mine);
    this.#waiting += 1;
    try {
      await abortable(before, signal);
      return await work();
    } finally {
      this.#waiting -= 1;
      release();
    }
  }
}
