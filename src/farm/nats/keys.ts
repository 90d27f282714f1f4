import { createHash } from "node:crypto";

/** Keys are tokens of NATS subjects. A farm id may contain characters that are not allowed there, so it is hashed. */
export function leaseKey(device: string): string {
  return `lease.${tokenOf(device)}`;
}

export function quarantineKey(device: string): string {
  return `quarantine.${tokenOf(device)}`;
}

export function tokenOf(device: string): string {
  return createHash("sha256").update(device).digest("hex").slice(0, 32);
}
