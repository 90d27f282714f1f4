import type { Device } from "../devices/device.js";
import type { ActLease, ActLeases } from "../farm/files/act-leases.js";
import { assertMayAct, presented } from "../farm/presented.js";

/**
 * The same phone by USB and by network is one; where it cannot say which it is, its serial counts. The lease that the
 * call brought is asked when the turn is taken, so that a call that waited is refused by what is true then. Errors: as
 * ActLeases.take and assertMayAct.
 */
export async function leaseOf(device: Device, leases: ActLeases | null, signal: AbortSignal): Promise<ActLease> {
  const turn = await turnOn(device, leases, signal);
  try {
    await assertMayAct(device.serial, signal);
    return turn;
  } catch (error) {
    turn[Symbol.dispose]();
    throw error;
  }
}

/** A signal that aborts when the caller cancels, and where the call is under a lease of a farm when that ends. */
export function whileLeased(signal: AbortSignal): AbortSignal {
  const right = presented();
  return right ? AbortSignal.any([signal, right.signal]) : signal;
}

/** Looks at the lease right before something is sent. Errors: LEASE_LOST, DEVICE_BUSY. */
export function assertStillLeased(): void {
  presented()?.assertHeld();
}

/** Who holds the phone, for whom what was done is noted; null outside a farm. */
export function presentHolder(): string | null {
  return presented()?.holder ?? null;
}

async function turnOn(device: Device, leases: ActLeases | null, signal: AbortSignal): Promise<ActLease> {
  if (!leases) return { gap: null, [Symbol.dispose]: () => {} };
  const { serial } = device;
  const facts = await device.facts(signal).catch(() => null);
  signal.throwIfAborted();
  const { hardwareSerial = null, bootId = null } = facts ?? {};
  return await leases.take({ serial, hardwareSerial: hardwareSerial ?? serial, bootId }, signal);
}
