import { abortable } from "./signals.js";

/** A mutex: callers are served in the order of their requests; a caller that is cancelled leaves the queue. */
export class Lock {
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** How many callers hold or wait for the lock. */
  get pending(): number {
    return this.#waiting;
  }

  /**
   * Runs `work` while no other caller does. Throws the signal's reason if it aborts while waiting; `work` has to watch
   * the signal itself.
   */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    using _held = await this.hold(signal);
    return await work();
  }

  /** Holds the lock until it is disposed of. Throws the signal's reason if it aborts while waiting. */
  async hold(signal: AbortSignal): Promise<Disposable> {
    const before = this.#tail;
    let release: () => void = () => {};
    const mine = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#tail = before.then(() => mine);
    this.#waiting += 1;
    const leave = () => {
      this.#waiting -= 1;
      release();
    };
    try {
      await abortable(before, signal);
      return { [Symbol.dispose]: leave };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
