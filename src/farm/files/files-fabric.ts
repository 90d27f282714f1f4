import { isDeepStrictEqual } from "node:util";
import { FoveaError } from "../../base/errors.js";
import { backOff, repeatedly } from "../../base/signals.js";
import { allocate, assertExist, forTenant } from "../allocate.js";
import { deviceStates, idOf } from "../device-states.js";
import type {
  AcquireOptions,
  DeviceFacts,
  DeviceState,
  FarmFabric,
  HostInfo,
  Lease,
  LeaseProof,
  Quarantine,
  Registration,
} from "../fabric.js";
import { hashOfName, newLeaseName } from "../lease-names.js";
import { checkAcquire, checkHost, checkLeaseName, checkName, checkRange } from "../limits.js";
import type { Need } from "../need.js";
import { meets } from "../needs.js";
import { checkProof, leaseLost, leaseOfRecord, type StoredLease, unknownLease } from "../proof.js";
import { FARM_SCHEMA, type HostRecord } from "../records.js";
import { ActLeases } from "./act-leases.js";
import { HostFiles } from "./host-files.js";
import { LeaseFiles } from "./lease-files.js";
import { WaitingFiles } from "./waiting-files.js";

export interface FilesFabricOptions {
  /**
   * A host's entry ends if it is not renewed for this long, in ms; 15,000 if absent. It is renewed three times in this
   * time.
   */
  readonly registrationTtlMs?: number;
}

const POLL_MS = 25;
const WATCH_MS = 500;
const ALLOCATION = { serial: "the farm", hardwareSerial: "farm allocation", bootId: null };

/**
 * The farm of one host, with files in the state folder that its processes share. Its leases also apply to actions on
 * this host ({@link ActLeases}). Grants, renewals and releases happen one after another, in a turn of their own.
 */
export class FilesFabric implements FarmFabric {
  readonly #acts: ActLeases;
  readonly #leases: LeaseFiles;
  readonly #hosts: HostFiles;
  readonly #waiting: WaitingFiles;
  readonly #renewMs: number;

  constructor(stateFolder: string, program: string, options: FilesFabricOptions = {}) {
    const { registrationTtlMs = 15_000 } = options;
    this.#acts = new ActLeases(stateFolder, program);
    this.#leases = new LeaseFiles(stateFolder);
    this.#hosts = new HostFiles(stateFolder, registrationTtlMs);
    this.#waiting = new WaitingFiles(stateFolder);
    this.#renewMs = registrationTtlMs / 3;
  }

  async register(host: HostInfo, devices: readonly DeviceFacts[], signal: AbortSignal): Promise<Registration> {
    signal.throwIfAborted();
    checkHost(host, devices);
    const { id, version, tenants } = host;
    let record: HostRecord = { schema: FARM_SCHEMA, host: id, version, tenants, devices: [...devices] };
    this.#hosts.enter(record);
    const renewing = repeatedly(() => this.#hosts.enter(record), this.#renewMs);
    return {
      update: async (now, updateSignal) => {
        updateSignal.throwIfAborted();
        checkHost(host, now);
        record = { ...record, devices: [...now] };
        this.#hosts.enter(record);
      },
      assertOwn: () => {},
      [Symbol.asyncDispose]: async () => {
        renewing[Symbol.dispose]();
        this.#hosts.withdraw(host.id);
      },
    };
  }

  async list(needs: readonly Need[], signal: AbortSignal): Promise<readonly DeviceState[]> {
    signal.throwIfAborted();
    return this.#states().filter((device) => meets(device, needs));
  }

  async acquire(
    needs: readonly (readonly Need[])[],
    options: AcquireOptions,
    signal: AbortSignal,
  ): Promise<readonly Lease[]> {
    checkAcquire(needs, options);
    assertExist(needs, forTenant(this.#states(), options.tenant));
    const endsAt = performance.now() + options.waitMs;
    using place = this.#waiting.enter(needs, options.tenant);
    for (;;) {
      place.isHere();
      const { leases, at } = await this.#alone(() => this.#grantTo(place.id, options), signal);
      if (leases.length > 0) place[Symbol.dispose](); // no phones are reserved for it any more
      if (leases.length > 0) return await this.#whenQuiet(leases, { endsAt, waitMs: options.waitMs }, signal);
      if (performance.now() >= endsAt) throw noneAvailable(at, options.waitMs);
      await untilLater(signal);
    }
  }

  async renew(lease: Lease, signal: AbortSignal): Promise<Lease> {
    checkLeaseName(lease.name);
    return await this.#alone(() => {
      const { hardwareSerial, stored } = this.#held(lease);
      const renewed = { ...stored, endsAt: Date.now() + stored.ttlMs };
      this.#leases.rewrite(hardwareSerial, renewed);
      return leaseOfRecord(lease.name, renewed);
    }, signal);
  }

  async release(lease: Lease, signal: AbortSignal): Promise<void> {
    checkLeaseName(lease.name);
    await this.#alone(() => {
      const { hardwareSerial, stored } = this.#held(lease);
      this.#leases.rewrite(hardwareSerial, stored, true);
    }, signal);
  }

  async named(name: string, signal: AbortSignal): Promise<Lease> {
    signal.throwIfAborted();
    checkLeaseName(name);
    const proof = hashOfName(name);
    const found = this.#leases.all().find((lease) => lease.proof === proof);
    if (!found) throw unknownLease();
    if (found.hasEnded) throw leaseLost(found.device, found.fence);
    return leaseOfRecord(name, found);
  }

  async check(device: string, proof: LeaseProof | null, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkProof(device, this.#lastOf(device), proof);
  }

  async quarantine(device: string, quarantine: Quarantine, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkRange("untilMs", quarantine.untilMs, 0, 8.64e15);
    if (!this.#states().some(({ id }) => id === device)) {
      throw new FoveaError("DEVICE_NOT_FOUND", `the farm has no phone ${device}`);
    }
    this.#hosts.quarantine(device, quarantine);
  }

  async drain(host: string, isDrained: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkName("a host", host);
    this.#hosts.drain(host, isDrained);
  }

  watch(onChange: (device: DeviceState) => void): Disposable {
    let known = new Map<string, object>();
    const compare = () => {
      const now = this.#states();
      const before = known;
      known = new Map(now.map(({ ageMs: _, ...lasting }) => [lasting.id, lasting]));
      for (const device of now) {
        if (!isDeepStrictEqual(before.get(device.id), known.get(device.id))) onChange(device);
      }
    };
    compare();
    return repeatedly(compare, WATCH_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #states(): readonly DeviceState[] {
    const [hosts, leases] = [this.#hosts.all(), this.#leases.all()];
    const records = { hosts, leases, quarantines: this.#hosts.quarantines(), drained: this.#hosts.drained() };
    return deviceStates(records, Date.now());
  }

  /** Distributes phones to all waiting requests, during the turn of allocation; gives those of this request. */
  #grantTo(id: string, { ttlMs, tenant }: AcquireOptions): { leases: readonly Lease[]; at: number } {
    const { granted, places } = allocate(this.#waiting.queue(), this.#states());
    const leases = (granted.get(id) ?? []).flatMap(({ id: device, host, hardwareSerial }) => {
      const name = newLeaseName();
      const record = {
        schema: FARM_SCHEMA,
        device,
        hardwareSerial,
        host,
        tenant,
        proof: hashOfName(name),
        ttlMs,
      } as const;
      const stored = this.#leases.grant(hardwareSerial, { ...record, endsAt: Date.now() + ttlMs });
      return stored ? [leaseOfRecord(name, stored)] : [];
    });
    const isWhole = leases.length === (granted.get(id)?.length ?? 0);
    if (!isWhole) for (const lease of leases) this.#giveUp(lease);
    return { leases: isWhole ? leases : [], at: places.get(id) ?? 1 };
  }

  /** The leases, after running actions on their phones have ended; the new holder's time begins then. */
  async #whenQuiet(
    leases: readonly Lease[],
    { endsAt, waitMs }: { readonly endsAt: number; readonly waitMs: number },
    signal: AbortSignal,
  ): Promise<readonly Lease[]> {
    const renewAll = async () => await Promise.all(leases.map(async (lease) => await this.renew(lease, signal)));
    try {
      while (leases.some(({ device }) => this.#acts.isActing(this.#hardwareOf(device)))) {
        if (performance.now() >= endsAt) throw noneAvailable(1, waitMs);
        await untilLater(signal);
        await renewAll();
      }
      return await renewAll();
    } catch (error) {
      for (const lease of leases) this.#giveUp(lease);
      throw error;
    }
  }

  #giveUp(lease: Lease): void {
    const hardwareSerial = this.#hardwareOf(lease.device);
    const stored = this.#leases.lastOf(hardwareSerial);
    if (stored?.fence === lease.fence) this.#leases.rewrite(hardwareSerial, stored, true);
  }

  #held({ name, device, fence }: Lease): { readonly hardwareSerial: string; readonly stored: StoredLease } {
    const hardwareSerial = this.#hardwareOf(device);
    const stored = this.#leases.lastOf(hardwareSerial);
    checkProof(device, stored, { name, fence });
    if (!stored) throw leaseLost(device, fence);
    return { hardwareSerial, stored };
  }

  #lastOf(device: string): StoredLease | undefined {
    return this.#leases.lastOf(this.#hardwareOf(device));
  }

  /** The hardware serial from the host's entry; from the lease if the phone's host is missing. */
  #hardwareOf(device: string): string {
    const entries = this.#hosts.all().flatMap(({ host, devices }) => devices.map((one) => ({ host, ...one })));
    const entry = entries.find(({ host, serial }) => idOf(host, serial) === device);
    return (entry ?? this.#leases.all().find((lease) => lease.device === device))?.hardwareSerial ?? device;
  }

  async #alone<T>(work: () => T, signal: AbortSignal): Promise<T> {
    using turn = await this.#acts.take(ALLOCATION, signal);
    if (turn.gap !== null) throw new FoveaError("FARM_UNUSABLE", turn.gap.replace(/^.*: /, ""));
    return work();
  }
}

function noneAvailable(place: number, waitMs: number): FoveaError {
  const waited = waitMs === 0 ? "without waiting" : `after ${waitMs} ms`;
  return new FoveaError(
    "NONE_AVAILABLE",
    `no phone that meets the needs is free, ${waited}: place ${place} in the queue`,
  );
}

async function untilLater(signal: AbortSignal): Promise<void> {
  await backOff(POLL_MS, signal);
  signal.throwIfAborted();
}
