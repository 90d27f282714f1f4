import { FoveaError } from "../base/errors.js";
import type { DeviceState } from "./fabric.js";
import type { Need } from "./need.js";
import { meets, meetsOne, writeNeed, writeNeeds } from "./needs.js";

/** Somebody who waits for phones: one for each of the needs, all together. */
export interface Waiting {
  readonly id: string;
  readonly tenant: string;
  readonly needs: readonly (readonly Need[])[];
}

export interface Allocation {
  /** Phones by the id of who waits, in the order of the needs. */
  readonly granted: ReadonlyMap<string, readonly DeviceState[]>;
  /** Place in the queue of those that go on waiting; the first is 1. */
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Who gets which phones, of those that wait, in their order. One that cannot get all keeps the free phones that it
 * could use from those after it: so it gets each of them that becomes free, and holds none meanwhile. Pure.
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
 * Tenants in turn: of those that wait the oldest of each tenant, then the second of each, and so on; of two the one
 * whose tenant had its last turn earlier. So one that asks for hundreds of phones keeps nobody waiting for all of them.
 * `turns` has the number of the last turn of each tenant; one that is not there had none. Pure.
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

/** The phones that are for a tenant. Pure. */
export function forTenant<T extends Pick<DeviceState, "tenants">>(devices: readonly T[], tenant: string): readonly T[] {
  return devices.filter(({ tenants }) => tenants === null || tenants.includes(tenant));
}

/** Whether a phone can be granted now. */
export function isFree(device: DeviceState): boolean {
  return device.state === "IDLE" && device.health === "IN_SERVICE";
}

/**
 * Throws where the farm has no phones that meet the needs, even if all were free. Errors: NONE_EXIST with the need that
 * no phone meets, or with how many there are.
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

/** As many needs as can be met at once, each by a phone of its own (augmenting paths: Kuhn 1955). */
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
