import type { Device } from "../devices/device.js";
import type { ActLease, ActLeases } from "../farm/files/act-leases.js";

/**
 * The same phone by USB and by network is one; where it cannot say which it is, its serial counts. Errors: as
 * ActLeases.take.
 */
export async function leaseOf(device: Device, leases: ActLeases | null, signal: AbortSignal): Promise<ActLease> {
  if (!leases) return { gap: null, [Symbol.dispose]: () => {} };
  const { serial } = device;
  const facts = await device.facts(signal).catch(() => null);
  signal.throwIfAborted();
  const { hardwareSerial = null, bootId = null } = facts ?? {};
  return await leases.take({ serial, hardwareSerial: hardwareSerial ?? serial, bootId }, signal);
}
