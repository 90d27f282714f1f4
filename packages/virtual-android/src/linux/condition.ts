/** A condition that callers can wait for repeatedly: `notify` wakes all callers that wait at this moment. */
export class Condition {
  readonly #waiters = new Set<() => void>();

  /** Resolves at the next `notify`; throws the signal's reason if the signal aborts before. */
  wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const wake = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiters.delete(wake);
        reject(signal.reason);
      };
      this.#waiters.add(wake);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  notify(): void {
    const woken = [...this.#waiters];
    this.#waiters.clear();
    for (const wake of woken) wake();
  }
}
