import { randomBytes } from "node:crypto";
import { FoveaError } from "../../base/errors.js";
import { abortable, backOff, deadline, repeatedly } from "../../base/signals.js";
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
import { hashOfName, newLeaseName } from "../lease-names.js";
import { checkAcquire, checkHost, checkLeaseName, checkName, checkRange } from "../limits.js";
import { meets, type Need } from "../needs.js";
import { checkProof, leaseOfRecord, unknownLease } from "../proof.js";
import { FARM_SCHEMA } from "../records.js";
import { StateTable } from "../state-table.js";
import { Allocator } from "./allocator.js";
import { type HostCall, sendCall, takeCalls } from "./calls.js";
import { connectNats, type NatsLink, type NatsOptions, unreachable } from "./connect.js";
import { leaseKey, quarantineKey } from "./keys.js";
import { leaseEntrySchema, Mirror, storedLease } from "./mirror.js";
import { errorOf, type LeaseReply, type LeaseRequest, leaseReplySchema, leaseSubject } from "./requests.js";
import { FarmStore } from "./store.js";

export interface NatsFabricOptions extends NatsOptions {
  /** Copies of the farm's state, in a cluster: 1, 3 or 5; only for the program that makes the farm. */
  readonly replicas?: number;
}

const REGISTRATION_TTL_MS = 15_000;
const RENEW_MS = 5_000;
const CLOSE_MS = 5_000;
/** One try of a call that waits: after it the allocator may be another one. */
const TRY_MS = 4_000;
const ANSWER_MS = 3_000;
/** For so long an allocator is looked for: one that was killed is replaced after its lease. */
const ALLOCATOR_MS = 20_000;

/**
 * A farm of many hosts, in a key-value bucket of NATS JetStream. Registrations and leases end by their time to live;
 * the fence of a lease is the sequence of the stream under which it was granted.
 */
export class NatsFabric implements FarmFabric {
  readonly #link: NatsLink;
  readonly #store: FarmStore;
  readonly #mirror: Mirror;
  readonly #allocator: Allocator;
  readonly #watchers = new Set<() => void>();

  private constructor(link: NatsLink) {
    this.#link = link;
    this.#store = new FarmStore(link);
    this.#mirror = new Mirror(link, () => this.#changed());
    this.#allocator = new Allocator(link, this.#store, this.#mirror);
  }

  /** Opens the farm, and makes it where there is none. Errors: as `connectNats`. */
  static async open(options: NatsFabricOptions, signal: AbortSignal): Promise<NatsFabric> {
    const link = await connectNats(options, signal);
    try {
      await abortable(new FarmStore(link).ensure(options.replicas ?? 1), signal);
      const fabric = new NatsFabric(link);
      await abortable(fabric.#mirror.follow(), signal);
      return fabric;
    } catch (error) {
      await link[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Takes calls for phones of this host. */
  takeCalls(devices: readonly string[], answer: (call: HostCall) => Promise<object>): Disposable {
    return takeCalls(this.#link.connection, devices, answer);
  }

  /** Errors: as `sendCall`. */
  async sendCall(tenant: string, call: HostCall, signal: AbortSignal): Promise<unknown> {
    return await sendCall(this.#link.connection, { tenant, call }, signal);
  }

  async register(host: HostInfo, devices: readonly DeviceFacts[], signal: AbortSignal): Promise<Registration> {
    checkHost(host, devices);
    const key = `host.${host.id}`;
    let value = { schema: FARM_SCHEMA, host: host.id, version: host.version, devices };
    const enter = async () => {
      const revision = await this.#store.write({ key, value, ttlMs: REGISTRATION_TTL_MS, over: null });
      if (revision !== undefined) this.#mirror.note(key, revision, value);
      return revision ?? 0;
    };
    let last = await abortable(enter(), signal);
    const renewing = repeatedly(() => {
      enter().then(
        (revision) => {
          last = revision;
        },
        () => {}, // the next one may get through; until then the entry ends
      );
    }, RENEW_MS);
    return {
      update: async (now, updateSignal) => {
        checkHost(host, now);
        value = { ...value, devices: now };
        last = await abortable(enter(), updateSignal);
      },
      [Symbol.asyncDispose]: async () => {
        renewing[Symbol.dispose]();
        await this.#store.remove(key, last).catch(() => false);
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
    const { ttlMs, waitMs, tenant } = options;
    const id = randomBytes(12).toString("hex");
    const names = needs.map(newLeaseName);
    const request = {
      ask: "acquire",
      id,
      needs: needs.map((one) => [...one]),
      proofs: names.map(hashOfName),
      ttlMs,
    } as const;
    const seen = this.#mirror.delivered;
    const endsAt = performance.now() + waitMs;
    try {
      for (;;) {
        const left = Math.max(0, Math.ceil(endsAt - performance.now()));
        const reply = await this.#ask(tenant, { ...request, seen, waitMs: Math.min(left, TRY_MS) }, signal);
        if (reply.is === "granted") {
          return reply.leases.map((lease, index) => ({ ...lease, tenant, name: names[index] ?? "" }));
        }
        if (reply.is === "waiting" && performance.now() >= endsAt) throw noneAvailable(reply.place, waitMs);
      }
    } catch (error) {
      this.#link.connection.publish(leaseSubject(tenant), JSON.stringify({ ask: "leave", id }));
      throw error;
    }
  }

  async renew(lease: Lease, signal: AbortSignal): Promise<Lease> {
    checkLeaseName(lease.name);
    const { device, fence, tenant } = lease;
    const reply = await this.#ask(tenant, { ask: "renew", device, fence, proof: hashOfName(lease.name) }, signal);
    const [renewed] = reply.is === "granted" ? reply.leases : [];
    return { ...lease, ...renewed };
  }

  async release({ name, device, fence, tenant }: Lease, signal: AbortSignal): Promise<void> {
    checkLeaseName(name);
    await this.#ask(tenant, { ask: "release", device, fence, proof: hashOfName(name) }, signal);
  }

  async named(name: string, signal: AbortSignal): Promise<Lease> {
    checkLeaseName(name);
    const proof = hashOfName(name);
    // The mirror may lag behind: a lease that was granted just now is asked of every phone's entry again.
    const known = this.#mirror.records().leases.find((lease) => lease.proof === proof);
    const lease = known && (await this.#leaseOn(known.device, signal));
    if (lease?.proof !== proof) throw unknownLease();
    return leaseOfRecord(name, lease);
  }

  async check(device: string, proof: LeaseProof | null, signal: AbortSignal): Promise<void> {
    checkProof(device, await this.#leaseOn(device, signal), proof);
  }

  async quarantine(device: string, { reason, untilMs }: Quarantine, signal: AbortSignal): Promise<void> {
    checkRange("untilMs", untilMs, 0, 8.64e15);
    if (!this.#states().some(({ id }) => id === device)) {
      throw new FoveaError("DEVICE_NOT_FOUND", `the farm has no phone ${device}`);
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
    // Where the servers do not answer, what is left there ends by its time.
    await within(this.#allocator[Symbol.asyncDispose]());
    this.#mirror[Symbol.dispose]();
    await within(this.#link[Symbol.asyncDispose]());
  }

  #changed(): void {
    this.#allocator?.changed();
    for (const compare of this.#watchers) compare();
  }

  #states(): readonly DeviceState[] {
    return deviceStates(this.#mirror.records(), Date.now());
  }

  async #put(key: string, value: object, signal: AbortSignal): Promise<void> {
    const revision = await abortable(this.#store.write({ key, value, ttlMs: null, over: null }), signal);
    if (revision !== undefined) this.#mirror.note(key, revision, value);
  }

  /** From the stream's leader: what counts before an action. */
  async #leaseOn(device: string, signal: AbortSignal) {
    const entry = await abortable(this.#store.read(leaseKey(device), leaseEntrySchema), signal);
    return entry && storedLease(entry.value, entry.revision);
  }

  /** Errors: those of the allocator; FARM_UNREACHABLE where none answers. */
  async #ask(tenant: string, request: LeaseRequest, signal: AbortSignal): Promise<LeaseReply> {
    const startedAt = performance.now();
    const waitMs = request.ask === "acquire" ? request.waitMs : 0;
    const options = { timeout: waitMs + ANSWER_MS };
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      try {
        const asked = this.#link.connection.request(leaseSubject(tenant), JSON.stringify(request), options);
        const reply = leaseReplySchema.parse((await abortable(asked, signal)).json());
        if (reply.is !== "refused") return reply;
        // The try before, whose answer did not come in time, may have released it.
        if (request.ask === "release" && tries > 1 && reply.code === "LEASE_LOST") return { is: "done" };
        throw errorOf(reply);
      } catch (error) {
        if (error instanceof FoveaError || signal.aborted) throw error;
        if (performance.now() - startedAt > waitMs + ALLOCATOR_MS) throw unreachable(error);
      }
      await backOff(100, signal);
    }
  }
}

async function within(closing: PromiseLike<void>): Promise<void> {
  using limit = deadline(CLOSE_MS, "closing the farm", new AbortController().signal);
  await abortable(Promise.resolve(closing), limit.signal).catch(() => {});
}

function noneAvailable(place: number, waitMs: number): FoveaError {
  const waited = waitMs === 0 ? "without waiting" : `after ${waitMs} ms`;
  return new FoveaError(
    "NONE_AVAILABLE",
    `no phone that meets the needs is free, ${waited}: place ${place} in the queue`,
  );
}
