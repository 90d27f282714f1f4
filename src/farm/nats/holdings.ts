import { FoveaError } from "../../base/errors.js";
import { repeatedly } from "../../base/signals.js";
import type { LeaseProof } from "../fabric.js";
import { leaseLost } from "../proof.js";
import type { Mirror } from "./mirror.js";

/** The right of one call to a phone, while it is carried out. */
export interface Holding extends Disposable {
  /** Aborts with LEASE_LOST or DEVICE_BUSY when it has ended. */
  readonly signal: AbortSignal;
  /** Looks at what is known here. Errors: the same. */
  assertHeld(): void;
}

/** By what right somebody acts: for a tenant, with the proof of a lease or without one. */
export interface Claim {
  readonly tenant: string;
  readonly proof: LeaseProof | null;
}

type Check = (device: string, claim: Claim, signal: AbortSignal) => Promise<void>;

/** A connection may be deaf: so often the stream's leader is asked while a call goes on. */
const ASK_MS = 2_000;
const LOST = ["LEASE_LOST", "DEVICE_BUSY"];

/** The calls that are carried out on this host: each hears when its lease ends. */
export class Holdings {
  readonly #mirror: Mirror;
  readonly #check: Check;
  readonly #open = new Set<() => void>();

  constructor(mirror: Mirror, check: Check) {
    this.#mirror = mirror;
    this.#check = check;
  }

  /** Holds the device for a call that was just checked. */
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
      // What is known may be older than the lease: then its entry is not the newer one.
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

  /** The farm's state changed. */
  changed(): void {
    for (const look of this.#open) look();
  }
}
