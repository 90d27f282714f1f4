import { AsyncLocalStorage } from "node:async_hooks";
import { Lock } from "../base/lock.js";
import type { ActLease } from "../farm/files/act-leases.js";

/** The right to act on a device, for one action or for several that belong together. */
export interface Turn {
  /** Why other processes may act meanwhile, in words; null if they are kept out. */
  readonly gap: string | null;
}

/** A turn that something runs in, and those that it was taken within: a batch may act on several devices. */
interface Taken {
  readonly of: Turns;
  readonly turn: Turn;
  readonly within: Taken | undefined;
  isOver: boolean;
}

/**
 * One for all devices: Node 20 copies the store of each of them on to every promise that is made, so that with one for
 * each device every call would cost more the more devices there are (lib/async_hooks.js, _propagate).
 */
const TAKEN = new AsyncLocalStorage<Taken>();

/**
 * Actions on one device come one after another, in this process and among those that share its state folder. What a
 * turn is made of may take turns itself, and has them at once: the steps of a batch, an action and the check of the
 * result.
 */
export class Turns {
  readonly #lock = new Lock();
  readonly #lease: (signal: AbortSignal) => Promise<ActLease>;
  readonly #assertMine: (signal: AbortSignal) => Promise<void>;

  /** `assertMine` is asked before each turn within a turn: the right to the device may have ended meanwhile. */
  constructor(
    lease: (signal: AbortSignal) => Promise<ActLease>,
    assertMine: (signal: AbortSignal) => Promise<void> = async () => {},
  ) {
    this.#lease = lease;
    this.#assertMine = assertMine;
  }

  /**
   * Runs `work` when its turn has come. Errors: DEVICE_BUSY, LEASE_LOST, the signal's reason if it aborts before, those
   * of `work`.
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

  /** Whether the caller runs in a turn on this device. */
  get isMine(): boolean {
    return this.#current() !== undefined;
  }

  /** The turn on this device that the caller runs in, as long as it lasts. */
  #current(): Turn | undefined {
    let taken = TAKEN.getStore();
    while (taken && taken.of !== this) taken = taken.within;
    return taken?.isOver === false ? taken.turn : undefined;
  }
}

/**
 * Without the turns at its head that are over, which would else be kept for as long as what was begun in them lives.
 */
function lasting(taken: Taken | undefined): Taken | undefined {
  let first = taken;
  while (first?.isOver) first = first.within;
  return first;
}
