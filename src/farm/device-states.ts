import type { DeviceFacts, DeviceState, FarmState } from "./fabric.js";
import type { HostRecord, LeaseRecord, QuarantineRecord } from "./records.js";

/** All that a fabric knows at one moment. */
export interface FarmRecords {
  readonly hosts: readonly (HostRecord & { readonly ageMs: number })[];
  /** The last one of each phone. */
  readonly leases: readonly (LeaseRecord & { readonly fence: number; readonly hasEnded: boolean })[];
  readonly quarantines: readonly QuarantineRecord[];
  readonly drained: ReadonlySet<string>;
}

/** What a phone says of itself beyond what the list of devices has. */
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

/** The phones of the farm by their ids: those of its hosts, and leased ones whose host is missing. Pure. */
export function deviceStates(records: FarmRecords, nowMs: number): readonly DeviceState[] {
  const leases = new Map(records.leases.map((lease) => [lease.device, lease]));
  const quarantines = new Map(records.quarantines.map((one) => [one.device, one]));
  const stateOf = (host: string, facts: DeviceFacts, ageMs: number | null): DeviceState => {
    const id = idOf(host, facts.serial);
    const lease = leases.get(id);
    const kept = quarantines.get(id);
    const quarantine = kept && kept.untilMs > nowMs ? { reason: kept.reason, untilMs: kept.untilMs } : null;
    const isHeld = lease !== undefined && !lease.hasEnded;
    return {
      ...facts,
      id,
      host,
      state: stateWord({ ageMs, facts, isHeld, isDrained: records.drained.has(host) }),
      health: quarantine ? "IN_AUTO_RECOVERY" : "IN_SERVICE",
      holder: isHeld ? lease.tenant : null,
      fence: lease?.fence ?? null,
      endsAt: isHeld ? lease.endsAt : null,
      quarantine,
      ageMs,
    };
  };
  const present = records.hosts.flatMap(({ host, devices, ageMs }) => devices.map((one) => stateOf(host, one, ageMs)));
  const ids = new Set(present.map(({ id }) => id));
  const missing = records.leases.filter(({ device, hasEnded }) => !hasEnded && !ids.has(device));
  const absent = missing.map(({ device, host }) => {
    const serial = device.slice(host.length + 1);
    return stateOf(host, { ...UNKNOWN, serial, hardwareSerial: serial }, null);
  });
  return [...present, ...absent].sort((a, b) => (a.id < b.id ? -1 : 1));
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
