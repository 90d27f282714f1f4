import { AsyncLocalStorage } from "node:async_hooks";
import { FoveaError } from "../base/errors.js";

/** Asked when an action has its turn, before anything is sent. Errors: LEASE_LOST, DEVICE_BUSY, FARM_UNREACHABLE. */
export type MayAct = (signal: AbortSignal) => Promise<void>;

/** By what right a call of a farm is carried out. */
export interface Presented {
  /** The serial of the only phone that the lease is for. */
  readonly serial: string;
  /** Unguessable, the same for all calls under one lease; calls without a lease have one in common. */
  readonly holder: string;
  /** For whom it is made. */
  readonly tenant: string;
  readonly mayAct: MayAct;
  /** Aborts when the right ends. */
  readonly signal: AbortSignal;
  /** Looks at what is known of the lease now, without asking. Errors: LEASE_LOST, DEVICE_BUSY. */
  assertHeld(): void;
}

const PRESENTED = new AsyncLocalStorage<Presented>();

/** Runs a call whose actions are under a lease of a farm: each asks `mayAct` when it has its turn. */
export async function underLease<T>(presented: Presented, work: () => Promise<T>): Promise<T> {
  return await PRESENTED.run(presented, work);
}

/** The right of the present call; undefined for one that no farm brought. */
export function presented(): Presented | undefined {
  return PRESENTED.getStore();
}

/** Errors: those of the check that the present call brought; passes where it brought none. */
export async function assertMayAct(serial: string, signal: AbortSignal): Promise<void> {
  const right = presented();
  if (!right) return;
  if (right.serial !== serial) {
    const message = "the call is for another phone than the one that it would act on; nothing was done";
    throw new FoveaError("INVALID_ARGUMENT", message, { hint: "Name the phone's lease as `device`, and call again." });
  }
  await right.mayAct(signal);
}
