import { AsyncLocalStorage } from "node:async_hooks";

/** Asked when an action has its turn, before anything is sent. Errors: LEASE_LOST, DEVICE_BUSY, FARM_UNREACHABLE. */
export type MayAct = (signal: AbortSignal) => Promise<void>;

const CHECKS = new AsyncLocalStorage<MayAct>();

/** Runs a call whose actions are under a lease of a farm: each asks `mayAct` when it has its turn. */
export async function underLease<T>(mayAct: MayAct, work: () => Promise<T>): Promise<T> {
  return await CHECKS.run(mayAct, work);
}

/** Errors: those of the check that the present call brought; passes where it brought none. */
export async function assertMayAct(signal: AbortSignal): Promise<void> {
  await CHECKS.getStore()?.(signal);
}
