import { AsyncLocalStorage } from "node:async_hooks";
import { Lock } from "../base/lock.js";
import type { Lease } from "./act-leases.js";

/** The right to act on a device, for one action or for several that belong together. */
export interface Turn {
  /** Why other processes may act meanwhile, in words; null where they are kept out. */
  readonly gap: string | null;
}

/**
 * Actions on one device come one after another, in this process and among those that share its state folder. What a turn
 * is made of may take turns itself, and has them at once: the steps of a batch, an action and the check of what came of it.
 */
export class Turns {
  readonly #lock = new Lock();
  readonly #current = new AsyncLocalStorage<{ readonly turn: Turn; isOver: boolean }>();
  readonly #lease: (signal: AbortSignal) => Promise<Lease>;

  constructor(lease: (signal: AbortSignal) => Promise<Lease>) {
    this.#lease = lease;
  }

  /** Runs `work` when its turn has come. Errors: DEVICE_BUSY, the signal's reason if it aborts before, those of `work`. */
  async run<T>(work: (turn: Turn) => Promise<T>, signal: AbortSignal): Promise<T> {
    const current = this.#current.getStore();
    if (current && !current.isOver) return await work(current.turn);
    return await this.#lock.run(async () => {
      using lease = await this.#lease(signal);
      const mine = { turn: { gap: lease.gap }, isOver: false };
      try {
        return await this.#current.run(mine, async () => await work(mine.turn));
      } finally {
        mine.isOver = true;
      }
    }, signal);
  }
}
