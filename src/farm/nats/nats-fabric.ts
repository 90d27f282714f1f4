import { randomBytes } from "node:crypto";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { abortable, deadline } from "../../base/signals.js";
import { deviceStates } from "../device-states.js";
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
import { hashOfName } from "../lease-names.js";
import { checkHost, checkLeaseName, checkName, checkRange } from "../limits.js";
import type { Need } from "../need.js";
import { meets } from "../needs.js";
import { checkProof, leaseOfRecord, unknownLease } from "../proof.js";
import { FARM_SCHEMA } from "../records.js";
import { StateTable } from "../state-table.js";
import { Allocator } from "./allocator.js";
import { AllocatorClient } from "./asking.js";
import { type AnswerCall, type HostCall, sendCall, takeCalls } from "./calls.js";
import { connectNats, type NatsLink, type NatsOptions } from "./connect.js";
import { type Claim, type Holding, RunningCalls } from "./holdings.js";
import { leaseKey, quarantineKey } from "./keys.js";
import { leaseEntrySchema, Mirror, storedLease } from "./mirror.js";
import { registerHost } from "./registration.js";
import { FarmStore } from "./store.js";
import type { FarmUse } from "./tenant-farm.js";
import { tenantView } from "./tenant-view.js";

export interface NatsFabricOptions extends NatsOptions {
  /**
   * The number of copies of the farm's state in a cluster: 1, 3 or 5; only used by the program that creates the farm.
   */
  readonly replicas?: number;
}

const CLOSE_MS = 5_000;
/** The farm is listed again more often than this, in ms. */
const SILENT_MS = 25_000;

/**
 * A farm of many hosts, in a key-value bucket of NATS JetStream. Registrations and leases end by their time to live.
 * The fence of a lease is the sequence number of its grant in the stream.
 */
export class NatsFabric implements FarmFabric {
  readonly #link: NatsLink;
  readonly #store: FarmStore;
  readonly #program = randomBytes(8).toString("hex");
  readonly #mirror: Mirror;
  readonly #allocator: Allocator;
  readonly #watchers = new Set<() => void>();
  readonly #holdings: RunningCalls;
  readonly #asking: AllocatorClient;

  private constructor(link: NatsLink) {
    this.#link = link;
    this.#store = new FarmStore(link);
    this.#mirror = new Mirror(link, () => this.#changed());
    this.#allocator = new Allocator(link, this.#store, this.#mirror);
    this.#holdings = new RunningCalls(this.#mirror, async (...asked) => await this.checkClaim(...asked));
    const assertFarmExists = async () => await this.#assertFarmExists();
    this.#asking = new AllocatorClient(link.connection, { assertFarmExists, seen: () => this.#mirror.delivered });
  }

  /** Opens the farm, and creates it if it does not exist. Errors: as `connectNats`. */
  static async open(options: NatsFabricOptions, signal: AbortSignal): Promise<NatsFabric> {
    return await NatsFabric.over(await connectNats(options, signal), options.replicas ?? 1, signal);
  }

  /** The same with an existing connection, which is closed with the fabric, and also if this fails. */
  static async over(link: NatsLink, replicas: number, signal: AbortSignal): Promise<NatsFabric> {
    let opened: AsyncDisposable = link;
    try {
      await abortable(new FarmStore(link).ensure(replicas), signal);
      const fabric = new NatsFabric(link);
      opened = fabric;
      await abortable(fabric.#mirror.follow(), signal);
      return fabric;
    } catch (error) {
      await opened[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Receives calls for phones of this host. */
  takeCalls(devices: readonly string[], answer: AnswerCall): Disposable {
    return takeCalls(this.#link.connection, devices, answer);
  }

  /** Sends a call to the host of a phone. Errors: as `sendCall`. */
  async sendCall(tenant: string, call: HostCall, signal: AbortSignal): Promise<unknown> {
    return await sendCall(this.#link.connection, { tenant, call }, signal);
  }

  async register(host: HostInfo, devices: readonly DeviceFacts[], signal: AbortSignal): Promise<Registration> {
    checkHost(host, devices);
    return await registerHost(
      { store: this.#store, mirror: this.#mirror, program: this.#program },
      { host, devices },
      signal,
    );
  }

  async list(needs: readonly Need[], signal: AbortSignal): Promise<readonly DeviceState[]> {
    signal.throwIfAborted();
    await abortable(this.#assertFarmExists(), signal);
    return this.#states().filter((device) => meets(device, needs));
  }

  async acquire(
    needs: readonly (readonly Need[])[],
    options: AcquireOptions,
    signal: AbortSignal,
  ): Promise<readonly Lease[]> {
    return await this.#asking.acquire(needs, options, signal);
  }

  async renew(lease: Lease, signal: AbortSignal): Promise<Lease> {
    return await this.#asking.renew(lease, signal);
  }

  async release(lease: Lease, signal: AbortSignal): Promise<void> {
    await this.#asking.release(lease, signal);
  }

  async named(name: string, signal: AbortSignal): Promise<Lease> {
    checkLeaseName(name);
    const proof = hashOfName(name);
    // The mirror may be behind, so the entry is read from the leader again.
    const known = this.#mirror.records().leases.find((lease) => lease.proof === proof);
    const lease = known && (await this.#leaseOn(known.device, signal));
    if (lease?.proof !== proof) throw unknownLease();
    return leaseOfRecord(name, lease);
  }

  async check(device: string, proof: LeaseProof | null, signal: AbortSignal): Promise<void> {
    checkProof(device, await this.#leaseOn(device, signal), proof);
  }

  /** As `check`, for a tenant: the lease has to belong to the tenant, and another holder is not named. */
  async checkClaim(device: string, { tenant, proof }: Claim, signal: AbortSignal): Promise<void> {
    checkProof(device, await this.#leaseOn(device, signal), proof, tenant);
  }

  /** Watches the right of a call that was just checked, while the call runs. */
  hold(device: string, claim: Claim): Holding {
    return this.#holdings.hold(device, claim);
  }

  /** The farm as this tenant sees it. Disposing of it also ends the fabric. */
  as(tenant: string): FarmUse {
    return {
      list: async (needs, signal) => tenantView(await this.list(needs, signal), tenant),
      acquire: async (needs, options, signal) => await this.acquire(needs, options, signal),
      renew: async (lease, signal) => await this.renew(lease, signal),
      release: async (lease, signal) => await this.release(lease, signal),
      // With the farm's own credentials, a name proves the lease of any tenant.
      named: async (name, signal) => await this.named(name, signal),
      sendCall: async (owner, call, signal) => await this.sendCall(owner, call, signal),
      [Symbol.asyncDispose]: async () => await this[Symbol.asyncDispose](),
    };
  }

  async quarantine(device: string, { reason, untilMs }: Quarantine, signal: AbortSignal): Promise<void> {
    checkRange("untilMs", untilMs, 0, 8.64e15);
    if (!this.#states().some(({ id }) => id === device)) {
      throw new FoveaError("DEVICE_NOT_FOUND", `the farm has no phone ${device}`, {
        hint: "`fovea farm list` shows the phones of the farm.",
      });
    }
    await this.#put(quarantineKey(device), { schema: FARM_SCHEMA, device, reason, untilMs }, signal);
  }

  async drain(host: string, isDrained: boolean, signal: AbortSignal): Promise<void> {
    checkName("a host", host);
    const key = `drain.${host}`;
    if (isDrained) await this.#put(key, { schema: FARM_SCHEMA }, signal);
    else await abortable(this.#store.remove(key, await this.#store.revisionOf(key)), signal);
  }

  watch(onChange: (device: DeviceState) => void): Disposable {
    const table = new StateTable();
    let known = new Map<string, DeviceState>();
    const compare = () => {
      const before = known;
      known = new Map(table.states(this.#mirror.records(), Date.now()).map((device) => [device.id, device]));
      for (const [id, device] of known) if (before.get(id) !== device) onChange(device);
    };
    compare();
    this.#watchers.add(compare);
    return { [Symbol.dispose]: () => void this.#watchers.delete(compare) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // If the servers do not answer, the entries there end by their time to live.
    await within(this.#allocator[Symbol.asyncDispose]());
    this.#mirror[Symbol.dispose]();
    await within(this.#link[Symbol.asyncDispose]());
  }

  #changed(): void {
    this.#allocator?.changed();
    this.#holdings?.changed();
    for (const compare of this.#watchers) compare();
  }

  #states(): readonly DeviceState[] {
    return deviceStates(this.#mirror.records(), Date.now());
  }

  async #put(key: string, value: object, signal: AbortSignal): Promise<void> {
    const revision = await abortable(this.#store.write({ key, value, ttlMs: null, over: null }), signal);
    if (revision !== undefined) this.#mirror.note(key, revision, value);
  }

  /**
   * A deleted farm is an error. Servers that do not answer for a moment, for example while they elect a leader, are
   * not.
   */
  async #assertFarmExists(): Promise<void> {
    try {
      await this.#store.assertFarmExists();
    } catch (error) {
      if (isFoveaError(error, "FARM_UNUSABLE") || this.#mirror.silentMs > SILENT_MS) throw error;
    }
  }

  /** Read from the stream's leader, which is decisive before an action. */
  async #leaseOn(device: string, signal: AbortSignal) {
    const entry = await abortable(this.#store.read(leaseKey(device), leaseEntrySchema), signal);
    return entry && storedLease(entry.value, entry.revision);
  }
}

async function within(closing: PromiseLike<void>): Promise<void> {
  using limit = deadline(CLOSE_MS, "closing the farm", new AbortController().signal);
  await abortable(Promise.resolve(closing), limit.signal).catch(() => {});
}
