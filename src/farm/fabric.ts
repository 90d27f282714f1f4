import type { Need } from "./need.js";

/** A host that serves phones; it dials out, and nothing dials it. */
export interface HostInfo {
  /** Letters, digits, `-` and `_`, 63 at most; unique in the farm, for example `rack-3`. */
  readonly id: string;
  /** Version of Fovea that runs there. */
  readonly version: string;
  /** Tenants that its phones are for: nobody else sees or gets them. For everybody if absent. */
  readonly tenants?: readonly string[] | undefined;
}

/** What a host says of a phone; null is unknown, never a default. */
export interface DeviceFacts {
  /** As the host's adb server names it. */
  readonly serial: string;
  /** By the phone itself; its serial where it does not say. */
  readonly hardwareSerial: string;
  /** Null if it can take work; else why not, in words: offline, unauthorized, booting… */
  readonly problem: string | null;
  readonly model: string | null;
  /** API level, for example 34. */
  readonly api: number | null;
  /** For example `arm64-v8a`. */
  readonly abi: string | null;
  /** For example `phone`, `tablet`, `tv`, `watch`. */
  readonly form: string | null;
  readonly batteryPercent: number | null;
  readonly freeStorageMb: number | null;
  /** How hierarchies are read: `service`, `shell`, or `none`. */
  readonly companion: string | null;
  /** Versions of the packages that the host was asked to report. */
  readonly apps: Readonly<Record<string, string>>;
}

/** The words of OmniLab's device states; MISSING: its host has not renewed its registration. */
export type FarmState = "IDLE" | "BUSY" | "LAMEDUCK" | "MISSING" | "FAILED";

/** OmniLab's words; a quarantine that ends by itself is IN_AUTO_RECOVERY. */
export type FarmHealth = "IN_SERVICE" | "IN_AUTO_RECOVERY" | "NEED_MANUAL_REPAIR";

export interface Quarantine {
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly untilMs: number;
}

/** A phone of the farm. */
export interface DeviceState extends DeviceFacts {
  /** `HOST/SERIAL`: the farm id. */
  readonly id: string;
  readonly host: string;
  /** Tenants that it is for; null for everybody. */
  readonly tenants: readonly string[] | null;
  readonly state: FarmState;
  readonly health: FarmHealth;
  /** Tenant that holds the lease; null if none does. */
  readonly holder: string | null;
  /** Fence of the last lease that the fabric still knows, ended or not; null before the first. */
  readonly fence: number | null;
  /** When the lease ends, in epoch milliseconds by the clock of the host or allocator that granted it. */
  readonly endsAt: number | null;
  readonly quarantine: Quarantine | null;
  /** Time since the host last renewed its registration; null if it is MISSING. */
  readonly ageMs: number | null;
}

/** The right to act on a phone, for a time. A caller that knows its name holds it: never log one. */
export interface Lease {
  /** `lease:` and 32 unguessable characters. The fabric keeps a hash of it alone. */
  readonly name: string;
  /** Farm id. */
  readonly device: string;
  readonly host: string;
  /** Greater than that of every lease on this phone before it. */
  readonly fence: number;
  /** As in {@link DeviceState}. */
  readonly endsAt: number;
  readonly tenant: string;
}

/** How a caller proves that it holds a lease: by its name and its fence. */
export type LeaseProof = Pick<Lease, "name" | "fence">;

export interface AcquireOptions {
  /** From 1,000 to 86,400,000: without a renewal the lease ends after this time. */
  readonly ttlMs: number;
  /** From 0 to 3,600,000: how long to wait for phones that exist and are not free. */
  readonly waitMs: number;
  /** Lower-case letters, digits, `-` and `_`, 63 at most, beginning with a letter or digit. */
  readonly tenant: string;
}

/** A host's entry in the farm, renewed until it is disposed of: then its phones are withdrawn. */
export interface Registration extends AsyncDisposable {
  /** Replaces what the host says of its phones. Errors: as `register`. */
  update(devices: readonly DeviceFacts[], signal: AbortSignal): Promise<void>;
  /** Errors: FARM_UNUSABLE where another program serves phones under this name by now. */
  assertOwn(): void;
}

/**
 * What the phones of a farm are shared by. Every implementation passes `test/contracts/farm-fabric.ts`.
 *
 * Errors of every function: INVALID_ARGUMENT for values outside the limits above, before anything is done;
 * FARM_UNREACHABLE and FARM_UNUSABLE where the fabric cannot be used; the signal's reason when it aborts.
 */
export interface FarmFabric extends AsyncDisposable {
  /**
   * Enters a host with its phones; replaces what it said before. Two entries with one hardware serial in one host are
   * INVALID_ARGUMENT; on NATS a host of this name in another program, which lives, is FARM_UNUSABLE. An entry that is
   * not renewed (its process died or was stopped) ends by itself: its phones are no longer listed, those that are
   * leased as MISSING.
   */
  register(host: HostInfo, devices: readonly DeviceFacts[], signal: AbortSignal): Promise<Registration>;

  /** Phones that meet the needs, by their ids; all, without needs. Needs do not ask whether one is free. */
  list(needs: readonly Need[], signal: AbortSignal): Promise<readonly DeviceState[]>;

  /**
   * A phone for each of the needs, or none: in the order of the needs, of those that are for the tenant. Of those of
   * one tenant that wait the oldest is served first, and phones that it could use are kept for it, so that nobody
   * starves; on NATS tenants take turns. Errors: NONE_EXIST with the need that no phone meets; NONE_AVAILABLE with the
   * place in the queue, after `waitMs`.
   */
  acquire(needs: readonly (readonly Need[])[], options: AcquireOptions, signal: AbortSignal): Promise<readonly Lease[]>;

  /** The lease for as long as it was taken for, from now on, with the same fence. Errors: LEASE_LOST. */
  renew(lease: Lease, signal: AbortSignal): Promise<Lease>;

  /** Ends the lease. Errors: LEASE_LOST where it has ended already: another holder may have acted since. */
  release(lease: Lease, signal: AbortSignal): Promise<void>;

  /** The lease of this name, as it is now. Errors: LEASE_LOST. */
  named(name: string, signal: AbortSignal): Promise<Lease>;

  /**
   * What a host asks before an action: passes for the holder of the phone's lease, and without a proof where nobody
   * holds it. Errors: LEASE_LOST for a proof of a lease that has ended, DEVICE_BUSY with holder and end without one.
   */
  check(device: string, proof: LeaseProof | null, signal: AbortSignal): Promise<void>;

  /**
   * Takes a phone out of service until then; its lease goes on. A time that is over ends a quarantine. Errors:
   * DEVICE_NOT_FOUND.
   */
  quarantine(device: string, quarantine: Quarantine, signal: AbortSignal): Promise<void>;

  /** A drained host's phones are LAMEDUCK: leases go on, and nothing new is granted; false ends that. */
  drain(host: string, isDrained: boolean, signal: AbortSignal): Promise<void>;

  /** Calls `onChange` for each phone as it is now and whenever it changes, until it is disposed of. */
  watch(onChange: (device: DeviceState) => void): Disposable;
}
