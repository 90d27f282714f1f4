import { FoveaError } from "../../base/errors.js";
import { repeatedly } from "../../base/signals.js";
import type { LeaseProof } from "../fabric.js";
import { leaseLost } from "../proof.js";
import type { Mirror } from "./mirror.js";

/** The right of one call to a phone, while the call runs. */
export interface Holding extends Disposable {
  /** Aborts with LEASE_LOST or DEVICE_BUSY when the right has ended. */
  readonly signal: AbortSignal;
  /** Checks the mirrored state, without a request. Errors: LEASE_LOST, DEVICE_BUSY. */
  assertHeld(): void;
}

/** The right of a call: its tenant, and the proof of a lease; null without a lease. */
export interface Claim {
  readonly tenant: string;
  readonly proof: LeaseProof | null;
}

type Check = (device: string, claim: Claim, signal: AbortSignal) => Promise<void>;

/** How often the stream's leader is asked during a call, in ms: a connection may stop delivering changes. */
const ASK_MS = 2_000;
const LOST = ["LEASE_LOST", "DEVICE_BUSY"];

/** The running calls of this host; the signal of a call aborts when the lease ends. */
export class RunningCalls {
  readonly #mirror: Mirror;
  readonly #check: Check;
  readonly #open = new Set<() => void>();

  constructor(mirror: Mirror, check: Check) {
    this.#mirror = mirror;
    this.#check = check;
  }

  /** Begins to watch the right of a call that was just checked. */
  hold(device: string, claim: Claim): Holding {
    const { proof, tenant } = claim;
    const ended = new AbortController();
    const ask = () => {
      this.#check(device, claim, ended.signal).catch((error) => {
        if (error instanceof FoveaError && LOST.includes(error.code)) ended.abort(error);
      });
    };
    const look = () => {
      if (ended.signal.aborted) return;
      const { revision, lease } = this.#mirror.leaseOn(device);
      // The mirrored state may be older than the lease: then its entry does not replace the lease.
      if (proof === null) {
        if (lease) ask();
      } else if (revision > proof.fence && lease?.fence !== proof.fence) {
        ended.abort(leaseLost(device, proof.fence, lease, tenant));
      }
    };
    this.#open.add(look);
    const asking = repeatedly(ask, ASK_MS);
    return {
      signal: ended.signal,
      assertHeld: () => {
        look();
        ended.signal.throwIfAborted();
      },
      [Symbol.dispose]: () => {
        this.#open.delete(look);
        asking[Symbol.dispose]();
      },
    };
  }

  /** Call this when the farm's state changed. */
  changed(): void {
    for (const look of this.#open) look();
  }
}
