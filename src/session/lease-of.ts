import type { Device } from "../devices/device.js";
import type { ActLease, ActLeases } from "../farm/files/act-leases.js";
import { assertMayAct, presented } from "../farm/presented.js";

/**
 * Waits until this call may act on the device, and checks the farm's lease of the call then, after the wait. A phone
 * that is connected by USB and by network counts as one phone, by its hardware serial number; if that is unknown, by
 * its adb serial. Errors: as ActLeases.take and assertMayAct.
 */
export async function leaseOf(device: Device, leases: ActLeases | null, signal: AbortSignal): Promise<ActLease> {
  const turn = await takeTurn(device, leases, signal);
  try {
    await assertMayAct(device.serial, signal);
    return turn;
  } catch (error) {
    turn[Symbol.dispose]();
    throw error;
  }
}

/** A signal that aborts when the caller cancels, or when the farm lease of the call ends (if it has one). */
export function whileLeased(signal: AbortSignal): AbortSignal {
  const lease = presented();
  return lease ? AbortSignal.any([signal, lease.signal]) : signal;
}

/** Checks the lease right before something is sent. Errors: LEASE_LOST, DEVICE_BUSY. */
export function assertStillLeased(): void {
  presented()?.assertHeld();
}

/** The holder of the phone, under whose name actions are recorded; null outside a farm. */
export function presentHolder(): string | null {
  return presented()?.holder ?? null;
}

async function takeTurn(device: Device, leases: ActLeases | null, signal: AbortSignal): Promise<ActLease> {
  if (!leases) return { gap: null, [Symbol.dispose]: () => {} };
  const { serial } = device;
  const facts = await device.facts(signal).catch(() => null);
  signal.throwIfAborted();
  const { hardwareSerial = null, bootId = null } = facts ?? {};
  return await leases.take({ serial, hardwareSerial: hardwareSerial ?? serial, bootId }, signal);
}
