import { FoveaError } from "../base/errors.js";
import type { DeviceState } from "./fabric.js";
import type { Need } from "./need.js";
import { meets, meetsOne, writeNeed, writeNeeds } from "./needs.js";

/** A request that waits for phones: one phone for each of its needs, all at the same time. */
export interface Waiting {
  readonly id: string;
  readonly tenant: string;
  readonly needs: readonly (readonly Need[])[];
}

export interface Allocation {
  /** Granted phones by the id of the request, in the order of its needs. */
  readonly granted: ReadonlyMap<string, readonly DeviceState[]>;
  /** The place in the queue of each request that still waits; the first is 1. */
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Distributes free phones to the waiting requests, in their order. A request that cannot get all its phones reserves
 * the free phones that it could use: later requests do not get them, and it does not hold them yet. So it is served as
 * soon as enough of them are free. Pure.
 */
export function allocate(queue: readonly Waiting[], devices: readonly DeviceState[]): Allocation {
  const granted = new Map<string, readonly DeviceState[]>();
  const places = new Map<string, number>();
  let free = devices.filter(isFree);
  for (const { id, tenant, needs } of queue) {
    const matched = matchAll(needs, forTenant(free, tenant));
    const phones = matched.filter((device) => device !== null);
    if (phones.length === needs.length) granted.set(id, phones);
    else places.set(id, places.size + 1);
    const taken = new Set(phones);
    free = free.filter((device) => !taken.has(device));
  }
  return { granted, places };
}

/**
 * Sorts requests so that tenants take turns: the oldest request of each tenant, then the second of each, and so on;
 * between two tenants, the one whose last turn was earlier comes first. So a tenant that requests hundreds of phones
 * does not delay the others until it has all of them. `turns` has the number of each tenant's last turn; a tenant that
 * is not in it had none. Pure.
 */
export function inTenantTurns<T extends { readonly tenant: string }>(
  queue: readonly T[],
  turns: ReadonlyMap<string, number>,
): readonly T[] {
  const counts = new Map<string, number>();
  const ranked = queue.map((one, place) => {
    const round = counts.get(one.tenant) ?? 0;
    counts.set(one.tenant, round + 1);
    return { one, place, round, turn: turns.get(one.tenant) ?? 0 };
  });
  return ranked.sort((a, b) => a.round - b.round || a.turn - b.turn || a.place - b.place).map(({ one }) => one);
}

/** The phones that a tenant may use. Pure. */
export function forTenant<T extends Pick<DeviceState, "tenants">>(devices: readonly T[], tenant: string): readonly T[] {
  return devices.filter(({ tenants }) => tenants === null || tenants.includes(tenant));
}

/** Whether a phone can be granted now. */
export function isFree(device: DeviceState): boolean {
  return device.state === "IDLE" && device.health === "IN_SERVICE";
}

/**
 * Throws if the farm does not have enough phones that meet the needs, even if all were free. Errors: NONE_EXIST with
 * the need that no phone meets, or with the number of phones.
 */
export function assertExist(needs: readonly (readonly Need[])[], devices: readonly DeviceState[]): void {
  const present = devices.filter(({ state }) => state !== "MISSING");
  const unmet = needs.find((one) => !present.some((device) => meets(device, one)));
  if (unmet) throw new FoveaError("NONE_EXIST", whyNone(unmet, present));
  const count = matchAll(needs, present).filter((device) => device !== null).length;
  if (count === needs.length) return;
  const all = needs.map(writeNeeds).join(" and ");
  throw new FoveaError("NONE_EXIST", `${needs.length} phones were asked for, and the farm has ${count} for ${all}`);
}

function whyNone(needs: readonly Need[], present: readonly DeviceState[]): string {
  const count = present.length === 1 ? "the one phone" : `the ${present.length} phones`;
  const none = needs.find((need) => !present.some((device) => meetsOne(device, need)));
  if (present.length === 0) return "the farm has no phone for this tenant";
  if (none) return `none of ${count} of the farm meets ${writeNeed(none)}`;
  return `none of ${count} of the farm meets all of ${writeNeeds(needs)}`;
}

/**
 * A phone for each need; null for needs that cannot be met at the same time. As many needs as possible are met
 * (augmenting paths: Kuhn 1955).
 */
function matchAll(
  needs: readonly (readonly Need[])[],
  devices: readonly DeviceState[],
): readonly (DeviceState | null)[] {
  const usedBy = new Map<DeviceState, number>();
  const candidates = needs.map((one) => devices.filter((device) => meets(device, one)));
  const tryNeed = (index: number, seen: Set<DeviceState>): boolean =>
    (candidates[index] ?? []).some((device) => {
      if (seen.has(device)) return false;
      seen.add(device);
      const other = usedBy.get(device);
      if (other !== undefined && !tryNeed(other, seen)) return false;
      usedBy.set(device, index);
      return true;
    });
  for (const index of needs.keys()) tryNeed(index, new Set());
  const byNeed = new Map([...usedBy].map(([device, index]) => [index, device]));
  return needs.map((_, index) => byNeed.get(index) ?? null);
}
