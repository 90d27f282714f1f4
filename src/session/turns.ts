import { AsyncLocalStorage } from "node:async_hooks";
import { Lock } from "../base/lock.js";
import type { ActLease } from "../farm/files/act-leases.js";

/** The right to act on a device, for one action or for several that belong together. */
export interface Turn {
  /** Why other processes may act at the same time, in words; null if they cannot. */
  readonly gap: string | null;
}

/** The turn of a running call, and the turns around it: a batch may act on several devices. */
interface Taken {
  readonly of: Turns;
  readonly turn: Turn;
  readonly within: Taken | undefined;
  isOver: boolean;
}

/**
 * One store for all devices: Node 20 copies each store to every new promise, so one per device would make calls slower
 * with every device (lib/async_hooks.js, _propagate).
 */
const TAKEN = new AsyncLocalStorage<Taken>();

/**
 * Runs actions on one device one after another, in this process and among processes with the same state folder. Work in
 * a turn may take a turn itself, without waiting: the steps of a batch, or an action and the check of its result.
 */
export class Turns {
  readonly #lock = new Lock();
  readonly #lease: (signal: AbortSignal) => Promise<ActLease>;
  readonly #assertMine: (signal: AbortSignal) => Promise<void>;

  /** `assertMine` is called before each turn within a turn: the right to the device may have ended in between. */
  constructor(
    lease: (signal: AbortSignal) => Promise<ActLease>,
    assertMine: (signal: AbortSignal) => Promise<void> = async () => {},
  ) {
    this.#lease = lease;
    this.#assertMine = assertMine;
  }

  /**
   * Runs `work` in a turn, as soon as no other one runs. Errors: DEVICE_BUSY, LEASE_LOST, the signal's reason if it
   * aborts before, those of `work`.
   */
  async run<T>(work: (turn: Turn) => Promise<T>, signal: AbortSignal): Promise<T> {
    const current = this.#current();
    if (current) {
      await this.#assertMine(signal);
      return await work(current);
    }
    using _held = await this.#lock.hold(signal);
    using lease = await this.#lease(signal);
    const mine: Taken = { of: this, turn: { gap: lease.gap }, within: lasting(TAKEN.getStore()), isOver: false };
    try {
      return await TAKEN.run(mine, () => work(mine.turn));
    } finally {
      mine.isOver = true;
    }
  }

  /** Whether the current call runs in a turn on this device. */
  get isMine(): boolean {
    return this.#current() !== undefined;
  }

  /** The current call's turn on this device, if it is not over. */
  #current(): Turn | undefined {
    let taken = TAKEN.getStore();
    while (taken && taken.of !== this) taken = taken.within;
    return taken?.isOver === false ? taken.turn : undefined;
  }
}

/** Skips the innermost turns that are over: they would stay in memory as long as promises that were created in them. */
function lasting(taken: Taken | undefined): Taken | undefined {
  let first = taken;
  while (first?.isOver) first = first.within;
  return first;
}
