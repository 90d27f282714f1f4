import { FoveaError } from "../base/errors.js";
import type { Lease, LeaseProof } from "./fabric.js";
import { hashOfName } from "./lease-names.js";
import type { LeaseRecord } from "./records.js";

/** A lease in the form that a fabric stores. */
export type StoredLease = LeaseRecord & { readonly fence: number; readonly hasEnded: boolean };

/**
 * Passes if the proof is that of the phone's lease, and without a proof if nobody holds the phone. With `tenant`, the
 * lease has to belong to this tenant, and another holder is not named. Pure. Errors: LEASE_LOST, DEVICE_BUSY.
 */
export function checkProof(
  device: string,
  lease: StoredLease | undefined,
  proof: LeaseProof | null,
  tenant?: string,
): void {
  const held = lease && !lease.hasEnded ? lease : undefined;
  if (proof === null) {
    if (held) throw leased(device, held, tenant);
    return;
  }
  const isOwn = held?.fence === proof.fence && held.proof === hashOfName(proof.name);
  if (!isOwn || (tenant !== undefined && held.tenant !== tenant)) throw leaseLost(device, proof.fence, held, tenant);
}

/** The text for another tenant whose name must not be shown. */
export const ANOTHER = "another tenant";

/** The lease in the form of the contract. */
export function leaseOfRecord(name: string, { device, host, fence, endsAt, tenant }: StoredLease): Lease {
  return { name, device, host, fence, endsAt, tenant };
}

/** The error for a lease whose phone is no longer known. */
export function unknownLease(): FoveaError {
  return new FoveaError("LEASE_LOST", "the lease no longer exists; nothing was done");
}

/** The error for a lease that has ended. With `asker`, the holder is not named if it is another tenant. */
export function leaseLost(device: string, fence: number | null, held?: StoredLease, asker?: string): FoveaError {
  const which = fence === null ? "the lease" : `the lease with fence ${fence}`;
  const isOther = asker !== undefined && held !== undefined && held.tenant !== asker;
  const holder = held && (isOther ? ANOTHER : held.tenant);
  const under = held && !isOther ? ` under fence ${held.fence}` : "";
  const since = held ? `${holder} holds the phone${under}` : "nobody holds the phone now";
  return new FoveaError("LEASE_LOST", `${which} on ${device} has ended; ${since}; nothing was done`, { device });
}

function leased(device: string, { tenant, endsAt, fence }: StoredLease, asker = tenant): FoveaError {
  const end = new Date(endsAt).toISOString();
  const holder = asker === tenant ? `${tenant} until ${end} (fence ${fence})` : `${ANOTHER} until ${end}`;
  const message = `${device} is leased to ${holder}; nothing was done`;
  const hint = "If you hold the lease, name it as `device`; else wait until it ends, or use another device.";
  return new FoveaError("DEVICE_BUSY", message, { device, hint });
}
