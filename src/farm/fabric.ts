import type { Need } from "./need.js";

/** A host that serves phones. It only opens connections to the servers and accepts none. */
export interface HostInfo {
  /** Letters, digits, `-` and `_`, at most 63; unique in the farm, for example `rack-3`. */
  readonly id: string;
  /** The version of Fovea on the host. */
  readonly version: string;
  /** The tenants that may see and use its phones; all tenants if absent. */
  readonly tenants?: readonly string[] | undefined;
}

/** The facts of a phone that its host reports; null means unknown, never a default. */
export interface DeviceFacts {
  /** The serial in the host's adb server. */
  readonly serial: string;
  /** The serial that the phone itself reports; the adb serial if it reports none. */
  readonly hardwareSerial: string;
  /** Why it cannot be used: offline, unauthorized, booting…; null if it can be used. */
  readonly problem: string | null;
  readonly model: string | null;
  /** The API level, for example 34. */
  readonly api: number | null;
  /** The ABI, for example `arm64-v8a`. */
  readonly abi: string | null;
  /** The form factor, for example `phone`, `tablet`, `tv`, `watch`. */
  readonly form: string | null;
  readonly batteryPercent: number | null;
  readonly freeStorageMb: number | null;
  /** The companion that reads hierarchies: `service`, `shell`, or `none`. */
  readonly companion: string | null;
  /** The versions of the packages that the host's configuration names. */
  readonly apps: Readonly<Record<string, string>>;
}

/** The names of OmniLab's device states. MISSING: the host has not renewed its registration. */
export type FarmState = "IDLE" | "BUSY" | "LAMEDUCK" | "MISSING" | "FAILED";

/** OmniLab's names. IN_AUTO_RECOVERY: a quarantine that ends by itself. */
export type FarmHealth = "IN_SERVICE" | "IN_AUTO_RECOVERY" | "NEED_MANUAL_REPAIR";

export interface Quarantine {
  readonly reason: string;
  /** The end, in ms since the epoch. */
  readonly untilMs: number;
}

/** A phone of the farm. */
export interface DeviceState extends DeviceFacts {
  /** `HOST/SERIAL`: the farm id. */
  readonly id: string;
  readonly host: string;
  /** The tenants that may use it; null for all tenants. */
  readonly tenants: readonly string[] | null;
  readonly state: FarmState;
  readonly health: FarmHealth;
  /** The tenant that holds the lease; null if none does. */
  readonly holder: string | null;
  /** The fence of the last known lease, which may have ended; null before the first. */
  readonly fence: number | null;
  /** The end of the lease in ms since the epoch, by the clock of the host or allocator that granted it. */
  readonly endsAt: number | null;
  readonly quarantine: Quarantine | null;
  /** The time since the host's last renewal, in ms; null if the phone is MISSING. */
  readonly ageMs: number | null;
}

/** The right to act on a phone for a time. Any caller that knows its name can use it: never log the name. */
export interface Lease {
  /** `lease:` and 32 random characters. The fabric stores only a hash of it. */
  readonly name: string;
  /** The farm id of the phone. */
  readonly device: string;
  readonly host: string;
  /** A number that is greater than in every earlier lease on this phone. */
  readonly fence: number;
  /** The end, as in {@link DeviceState}. */
  readonly endsAt: number;
  readonly tenant: string;
}

/** The proof that a caller holds a lease: its name and its fence. */
export type LeaseProof = Pick<Lease, "name" | "fence">;

export interface AcquireOptions {
  /** How long the lease lasts without a renewal, in ms: 1,000 to 86,400,000. */
  readonly ttlMs: number;
  /** How long to wait for phones that exist but are not free, in ms: 0 to 3,600,000. */
  readonly waitMs: number;
  /** Lower-case letters, digits, `-` and `_`, at most 63; the first is a letter or digit. */
  readonly tenant: string;
}

/** The entry of a host in the farm. It is renewed until it is disposed of; then its phones are removed. */
export interface Registration extends AsyncDisposable {
  /** Replaces the facts of the host's phones. Errors: as `register`. */
  update(devices: readonly DeviceFacts[], signal: AbortSignal): Promise<void>;
  /** Errors: FARM_UNUSABLE if another program serves phones under this host's name now. */
  assertOwn(): void;
}

/**
 * Shares the phones of a farm. Every implementation passes `test/contracts/farm-fabric.ts`.
 *
 * Errors of every function: INVALID_ARGUMENT for values outside the limits above, before anything is done;
 * FARM_UNREACHABLE and FARM_UNUSABLE if the fabric cannot be used; the signal's reason when it aborts.
 */
export interface FarmFabric extends AsyncDisposable {
  /**
   * Enters a host with its phones, and replaces its earlier entry. INVALID_ARGUMENT if two phones of the host have the
   * same hardware serial; on NATS, FARM_UNUSABLE if another running program uses the host's name. An entry that is not
   * renewed (its process died or was stopped) ends by itself: its phones are no longer listed, except leased ones,
   * which are MISSING.
   */
  register(host: HostInfo, devices: readonly DeviceFacts[], signal: AbortSignal): Promise<Registration>;

  /**
   * The phones that meet the needs, sorted by id; all phones if there are no needs. Also lists phones that are not
   * free.
   */
  list(needs: readonly Need[], signal: AbortSignal): Promise<readonly DeviceState[]>;

  /**
   * Acquires a phone for each of the needs, in their order, among the phones of the tenant; all of them or none. Among
   * the waiting requests of one tenant, the oldest is served first, and phones that it could use are reserved for it,
   * so that every request is served in the end; on NATS, tenants take turns. Errors: NONE_EXIST with the need that no
   * phone meets; NONE_AVAILABLE with the place in the queue, after `waitMs`.
   */
  acquire(needs: readonly (readonly Need[])[], options: AcquireOptions, signal: AbortSignal): Promise<readonly Lease[]>;

  /** Renews the lease for its original duration, from now on, with the same fence. Errors: LEASE_LOST. */
  renew(lease: Lease, signal: AbortSignal): Promise<Lease>;

  /** Ends the lease. Errors: LEASE_LOST if it had ended already: another holder may have acted since. */
  release(lease: Lease, signal: AbortSignal): Promise<void>;

  /** The present state of the lease with this name. Errors: LEASE_LOST. */
  named(name: string, signal: AbortSignal): Promise<Lease>;

  /**
   * A host calls this before an action. Passes with the proof of the phone's lease, and without a proof if nobody holds
   * the phone. Errors: LEASE_LOST for the proof of a lease that has ended; DEVICE_BUSY with the holder and the end of
   * the lease, without a proof.
   */
  check(device: string, proof: LeaseProof | null, signal: AbortSignal): Promise<void>;

  /**
   * Takes a phone out of service until the given time; its lease continues. A time in the past ends a quarantine.
   * Errors: DEVICE_NOT_FOUND.
   */
  quarantine(device: string, quarantine: Quarantine, signal: AbortSignal): Promise<void>;

  /** Drains a host: its phones are LAMEDUCK, so leases continue but no new ones are granted. False ends this. */
  drain(host: string, isDrained: boolean, signal: AbortSignal): Promise<void>;

  /** Calls `onChange` for the present state of each phone and after each change, until it is disposed of. */
  watch(onChange: (device: DeviceState) => void): Disposable;
}
