import { AsyncLocalStorage } from "node:async_hooks";
import { FoveaError } from "../base/errors.js";

/** Called when an action has its turn, before anything is sent. Errors: LEASE_LOST, DEVICE_BUSY, FARM_UNREACHABLE. */
export type MayAct = (signal: AbortSignal) => Promise<void>;

/** The right by which a call of a farm runs. */
export interface Presented {
  /** The serial of the only phone on which the call may act, with or without a lease. */
  readonly serial: string;
  /** A random id of the holder: the same for all calls under one lease. All calls without a lease have the same id. */
  readonly holder: string;
  /** The tenant of the call. */
  readonly tenant: string;
  readonly mayAct: MayAct;
  /** Aborts when the right ends. */
  readonly signal: AbortSignal;
  /** Checks the lease by facts that are known here, without a request. Errors: LEASE_LOST, DEVICE_BUSY. */
  assertHeld(): void;
}

const PRESENTED = new AsyncLocalStorage<Presented>();

/** Runs a call whose actions are under a lease of a farm: each calls `mayAct` when it has its turn. */
export async function underLease<T>(presented: Presented, work: () => Promise<T>): Promise<T> {
  return await PRESENTED.run(presented, work);
}

/** The right of the running call; undefined for a call that did not come from a farm. */
export function presented(): Presented | undefined {
  return PRESENTED.getStore();
}

/** Errors: those of the running call's right; passes if the call has none. */
export async function assertMayAct(serial: string, signal: AbortSignal): Promise<void> {
  const right = presented();
  if (!right) return;
  if (right.serial !== serial) {
    const message = "the call is for another phone than the one that it would act on; nothing was done";
    throw new FoveaError("INVALID_ARGUMENT", message, { hint: "Name the phone's lease as `device`, and call again." });
  }
  await right.mayAct(signal);
}
