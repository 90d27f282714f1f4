import type { DeviceFacts, DeviceState, FarmState } from "./fabric.js";
import type { HostRecord, LeaseRecord, QuarantineRecord } from "./records.js";

/** The state of a fabric at one moment. */
export interface FarmRecords {
  readonly hosts: readonly (HostRecord & { readonly ageMs: number })[];
  /** The last lease of each phone. */
  readonly leases: readonly (LeaseRecord & { readonly fence: number; readonly hasEnded: boolean })[];
  readonly quarantines: readonly QuarantineRecord[];
  readonly drained: ReadonlySet<string>;
}

/** Facts that only the phone itself reports; the list of devices does not have them. */
export type PhoneFacts = Pick<DeviceFacts, "abi" | "form" | "batteryPercent" | "freeStorageMb" | "companion" | "apps">;

export const UNKNOWN_FACTS: PhoneFacts = {
  abi: null,
  form: null,
  batteryPercent: null,
  freeStorageMb: null,
  companion: null,
  apps: {},
};

const UNKNOWN: Omit<DeviceFacts, "serial" | "hardwareSerial"> = {
  ...{ problem: null, model: null, api: null },
  ...UNKNOWN_FACTS,
};

export function idOf(host: string, serial: string): string {
  return `${host}/${serial}`;
}

/** The facts from which the state of a phone is computed. */
export interface StateInputs {
  readonly host: string;
  readonly tenants: readonly string[] | null;
  readonly facts: DeviceFacts;
  /** The age of the facts; null if the phone's host is missing. */
  readonly ageMs: number | null;
  /** The last lease of the phone. */
  readonly lease: FarmRecords["leases"][number] | undefined;
  /** The current quarantine of the phone. */
  readonly quarantine: QuarantineRecord | undefined;
  readonly isDrained: boolean;
}

type Owner = Pick<StateInputs, "host" | "tenants">;

/** The inputs for each phone of the farm: the phones of its hosts, and leased phones whose host is missing. Pure. */
export function stateInputs(records: FarmRecords, nowMs: number): readonly StateInputs[] {
  const leases = new Map(records.leases.map((lease) => [lease.device, lease]));
  const kept = records.quarantines.filter(({ untilMs }) => untilMs > nowMs);
  const quarantines = new Map(kept.map((one) => [one.device, one]));
  const ids = new Set<string>();
  const inputsOf = (owner: Owner, facts: DeviceFacts, ageMs: number | null): StateInputs => {
    const { host } = owner;
    const id = idOf(host, facts.serial);
    ids.add(id);
    const isDrained = records.drained.has(host);
    return { ...owner, facts, ageMs, lease: leases.get(id), quarantine: quarantines.get(id), isDrained };
  };
  const present = records.hosts.flatMap(({ host, tenants = null, devices, ageMs }) => {
    return devices.map((one) => inputsOf({ host, tenants }, one, ageMs));
  });
  const missing = records.leases.filter(({ device, hasEnded }) => !hasEnded && !ids.has(device));
  const absent = missing.map(({ device, host, tenant }) => {
    const serial = device.slice(host.length + 1);
    // Only the host knows the other tenants of its phones.
    return inputsOf({ host, tenants: [tenant] }, { ...UNKNOWN, serial, hardwareSerial: serial }, null);
  });
  return [...present, ...absent];
}

/** Computes the state of a phone. Pure. */
export function phoneState({ host, tenants, facts, ageMs, lease, quarantine, isDrained }: StateInputs): DeviceState {
  const isHeld = lease !== undefined && !lease.hasEnded;
  return {
    ...facts,
    id: idOf(host, facts.serial),
    host,
    tenants,
    state: stateWord({ ageMs, facts, isHeld, isDrained }),
    health: quarantine ? "IN_AUTO_RECOVERY" : "IN_SERVICE",
    holder: isHeld ? lease.tenant : null,
    fence: lease?.fence ?? null,
    endsAt: isHeld ? lease.endsAt : null,
    quarantine: quarantine ? { reason: quarantine.reason, untilMs: quarantine.untilMs } : null,
    ageMs,
  };
}

/** The phones of the farm, sorted by id: the phones of its hosts, and leased phones whose host is missing. Pure. */
export function deviceStates(records: FarmRecords, nowMs: number): readonly DeviceState[] {
  return stateInputs(records, nowMs)
    .map(phoneState)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

interface StateFacts {
  readonly ageMs: number | null;
  readonly facts: DeviceFacts;
  readonly isHeld: boolean;
  readonly isDrained: boolean;
}

function stateWord({ ageMs, facts, isHeld, isDrained }: StateFacts): FarmState {
  if (ageMs === null) return "MISSING";
  if (facts.problem !== null) return "FAILED";
  if (isHeld) return "BUSY";
  return isDrained ? "LAMEDUCK" : "IDLE";
}
