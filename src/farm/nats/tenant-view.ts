import { forTenant } from "../allocate.js";
import type { DeviceState } from "../fabric.js";
import { ANOTHER } from "../proof.js";

/**
 * The size of a page in bytes: below the servers' limit of a message, which is 1 MiB by default, even with one more
 * phone.
 */
const PAGE_BYTES = 400_000;

/** The farm as a tenant may see it: only its own phones, and of other tenants' leases only the end. Pure. */
export function tenantView(devices: readonly DeviceState[], tenant: string): readonly DeviceState[] {
  return forTenant(devices, tenant).map((device) => {
    const tenants = device.tenants && [tenant];
    if (device.holder === null) return { ...device, tenants, fence: null };
    if (device.holder === tenant) return { ...device, tenants };
    return { ...device, tenants, holder: ANOTHER, fence: null };
  });
}

/** As many phones as fit into one message, sorted by id, after the given id. Pure. */
export function phonePage(
  devices: readonly DeviceState[],
  after: string | null,
): { readonly phones: readonly DeviceState[]; readonly hasMore: boolean } {
  const left = devices.filter(({ id }) => after === null || id > after).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const phones: DeviceState[] = [];
  let bytes = 0;
  for (const device of left) {
    bytes += Buffer.byteLength(JSON.stringify(device));
    if (bytes > PAGE_BYTES && phones.length > 0) break;
    phones.push(device);
  }
  return { phones, hasMore: phones.length < left.length };
}
