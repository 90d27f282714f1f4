import type { Msg, Subscription } from "@nats-io/transport-node";
import { Lock } from "../../base/lock.js";
import { deadline, later } from "../../base/signals.js";
import { allocate, assertExist, forTenant, inTenantTurns } from "../allocate.js";
import type { DeviceState } from "../fabric.js";
import { checkAcquire } from "../limits.js";
import { leaseLost, type StoredLease, unknownLease } from "../proof.js";
import { FARM_SCHEMA } from "../records.js";
import { StateTable } from "../state-table.js";
import type { NatsLink } from "./connect.js";
import { leaseKey } from "./keys.js";
import { Leadership } from "./leadership.js";
import { type LeaseEntry, leaseEntrySchema, type Mirror, storedLease } from "./mirror.js";
import { type AcquireRequest, type HeldRequest, type LeaseReply, leaseRequestSchema, refusal } from "./requests.js";
import type { FarmStore } from "./store.js";
import { phonePage, tenantView } from "./tenant-view.js";

/** How long a place in the queue is kept between two tries of its client, in ms. */
const PLACE_MS = 3_000;
const CATCH_UP_MS = 2_000;
/** The longest time of Node's timers, in ms. */
const LONGEST_TIMER_MS = 2_147_483_647;

interface Place {
  readonly request: AcquireRequest;
  readonly tenant: string;
  /** Answers the current try; null between two tries, when nothing is granted. */
  answer: ((reply: LeaseReply) => void) | null;
  keeping: Disposable;
  at: number;
}

/** The phones at one version of the mirror. */
interface PhonesAtVersion {
  readonly version: number;
  readonly devices: readonly DeviceState[];
  /** The end of the first quarantine. */
  readonly untilMs: number;
}

/**
 * Grants leases. Among all programs with the farm's credentials, one is the allocator at a time, by its own lease. This
 * lease is not needed for safety: each write names the revision that it replaces, so two programs never grant one phone
 * twice.
 */
export class Allocator implements AsyncDisposable {
  readonly #link: NatsLink;
  readonly #store: FarmStore;
  readonly #mirror: Mirror;
  readonly #table = new StateTable();
  #last: PhonesAtVersion | undefined;
  readonly #lock = new Lock();
  readonly #closed = new AbortController();
  readonly #queue = new Map<string, Place>();
  readonly #leadership: Leadership;
  /** The number of each tenant's last turn. */
  readonly #turns = new Map<string, number>();
  #subscription: Subscription | undefined;
  /** The timer for the end of the next quarantine, while a request waits. */
  #waking: Disposable | undefined;
  #turn = 0;
  #isDirty = false;

  constructor(link: NatsLink, store: FarmStore, mirror: Mirror) {
    this.#link = link;
    this.#store = store;
    this.#mirror = mirror;
    this.#leadership = new Leadership(store, mirror, {
      begin: () => {
        this.#subscription = this.#listen();
      },
      stepDown: () => this.#stepDown(),
    });
  }

  /** Call this when the farm's state changed: a waiting request may be served, or the leader may have ended. */
  changed(): void {
    this.#leadership.changed();
    if (this.#queue.size > 0) this.#serve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#waking?.[Symbol.dispose]();
    this.#closed.abort();
    for (const place of this.#queue.values()) place.keeping[Symbol.dispose]();
    await this.#subscription?.drain().catch(() => {});
    await this.#leadership[Symbol.asyncDispose]();
  }

  #stepDown(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    for (const place of this.#queue.values()) place.keeping[Symbol.dispose]();
    this.#queue.clear();
  }

  #listen(): Subscription {
    const callback = (_: Error | null, message: Msg) => void this.#hear(message);
    return this.#link.connection.subscribe("farm.*.lease", { callback });
  }

  async #hear(message: Msg): Promise<void> {
    const tenant = message.subject.split(".")[1] ?? "";
    const answer = (reply: LeaseReply) => void message.respond(JSON.stringify(reply));
    try {
      const request = leaseRequestSchema.parse(message.json());
      if (request.ask === "acquire") {
        await this.#caughtUp(request.seen);
        this.#enter(request, tenant, answer);
      }
      if (request.ask === "leave") this.#leave(request.id, tenant);
      if (request.ask === "list")
        answer({ is: "phones", ...phonePage(tenantView(this.#states(), tenant), request.after) });
      if (request.ask === "named") answer({ is: "granted", leases: [await this.#named(request.proof, tenant)] });
      if (request.ask === "renew" || request.ask === "release") {
        answer(await this.#alone(async () => await this.#held(request, tenant)));
      }
    } catch (error) {
      answer(refusal(error));
    }
  }

  #enter(request: AcquireRequest, tenant: string, answer: (reply: LeaseReply) => void): void {
    const { id, needs, ttlMs, waitMs, proofs } = request;
    checkAcquire(needs, { ttlMs, waitMs, tenant });
    if (proofs.length !== needs.length) throw new Error("a proof for each need");
    const before = this.#grantedBefore(request, tenant);
    if (before) {
      answer({ is: "granted", leases: before });
      return;
    }
    const known = this.#queue.get(`${tenant} ${id}`);
    if (!known) assertExist(needs, forTenant(this.#states(), tenant));
    known?.keeping[Symbol.dispose]();
    const place: Place = known ?? { request, tenant, answer, keeping: later(() => {}, 0), at: this.#queue.size + 1 };
    place.answer = answer;
    place.keeping = later(() => this.#endTry(place), waitMs);
    this.#queue.set(`${tenant} ${id}`, place);
    this.#serve();
  }

  #leave(id: string, tenant: string): void {
    const place = this.#queue.get(`${tenant} ${id}`);
    if (!place) return;
    place.keeping[Symbol.dispose]();
    this.#queue.delete(`${tenant} ${id}`);
    this.#serve();
  }

  /** Answers a request whose try is over with its place in the queue, after all possible grants. */
  #endTry(place: Place): void {
    void this.#alone(async () => {
      place.answer?.({ is: "waiting", place: place.at });
      place.answer = null;
      place.keeping = later(() => this.#leave(place.request.id, place.tenant), PLACE_MS);
    }).catch(() => {});
  }

  /** Grants as much as possible, once for all changes that came meanwhile. */
  #serve(): void {
    if (this.#isDirty) return;
    this.#isDirty = true;
    void this.#alone(async () => {
      this.#isDirty = false;
      await this.#grantAll();
    }).catch(() => {});
  }

  async #grantAll(): Promise<void> {
    const all = [...this.#queue].map(([key, place]) => ({ ...place.request, id: key, place, tenant: place.tenant }));
    const queue = inTenantTurns(all, this.#turns);
    const { granted, places } = allocate(queue, this.#states());
    for (const { id, place } of queue) {
      place.at = places.get(id) ?? 1;
      const phones = granted.get(id);
      if (phones && place.answer) await this.#grant(id, place, phones);
    }
    this.#wakeAtQuarantineEnd();
  }

  /** Needs a timer: a quarantine ends by the clock, without a change of an entry. */
  #wakeAtQuarantineEnd(): void {
    this.#waking?.[Symbol.dispose]();
    this.#waking = undefined;
    if (this.#queue.size === 0) return;
    const { untilMs } = this.#looked();
    if (untilMs === Number.POSITIVE_INFINITY) return;
    const inMs = Math.max(1, untilMs - Date.now() + 1);
    this.#waking = later(() => this.#serve(), Math.min(inMs, LONGEST_TIMER_MS));
  }

  async #grant(key: string, place: Place, phones: readonly DeviceState[]): Promise<void> {
    const { answer, request, tenant } = place;
    const endsAt = Date.now() + request.ttlMs;
    const entries = phones.map(({ id: device, host, hardwareSerial }, index): LeaseEntry => {
      const proof = request.proofs[index] ?? "";
      const { ttlMs } = request;
      return { schema: FARM_SCHEMA, device, hardwareSerial, host, tenant, proof, ttlMs, endsAt, fence: null };
    });
    const revisions = await this.#writeLeases(entries);
    if (!revisions || this.#queue.get(key) !== place) return;
    this.#turn += 1;
    this.#turns.set(tenant, this.#turn);
    place.keeping[Symbol.dispose]();
    this.#queue.delete(key);
    const leases = entries.map(({ device, host }, index) => ({ device, host, endsAt, fence: revisions[index] ?? 0 }));
    answer?.({ is: "granted", leases });
  }

  /** The leases that an earlier try of the request was granted, if its answer was lost on the way. */
  #grantedBefore({ proofs }: AcquireRequest, tenant: string): readonly StoredLease[] | undefined {
    const leases = this.#mirror.records().leases.filter((lease) => lease.tenant === tenant);
    const held = proofs.flatMap((proof) => leases.find((lease) => lease.proof === proof) ?? []);
    return held.length === proofs.length ? held : undefined;
  }

  async #caughtUp(seen: number): Promise<void> {
    using limit = deadline(CATCH_UP_MS, "catching up", this.#closed.signal);
    await this.#mirror.reached(seen, limit.signal).catch(() => {}); // the entry may have ended meanwhile
  }

  async #writeLeases(entries: readonly LeaseEntry[]): Promise<readonly number[] | undefined> {
    const keys = entries.map(({ device }) => leaseKey(device));
    const writes = entries.map((value, index) => {
      const key = keys[index] ?? "";
      return { key, value, ttlMs: value.ttlMs, over: this.#mirror.revisionOf(key) };
    });
    const revisions = await this.#store.writeAll(writes);
    for (const [index, key] of keys.entries()) {
      if (revisions) this.#mirror.note(key, revisions[index] ?? 0, entries[index]);
      else await this.#readAgain(key);
    }
    if (!revisions) this.#serve();
    return revisions;
  }

  /** Another allocator has written the entry, or its delete marker has ended: reads its revision for the next try. */
  async #readAgain(key: string): Promise<void> {
    const entry = await this.#store.read(key, leaseEntrySchema);
    this.#mirror.correct(key, entry?.revision ?? (await this.#store.revisionOf(key)), entry?.value);
  }

  async #held({ ask, device, fence, proof }: HeldRequest, tenant: string): Promise<LeaseReply> {
    const key = leaseKey(device);
    const entry = await this.#store.read(key, leaseEntrySchema);
    const lease = entry && storedLease(entry.value, entry.revision);
    if (!entry || lease?.fence !== fence || lease.proof !== proof || lease.tenant !== tenant) {
      throw leaseLost(device, fence, lease, tenant);
    }
    if (ask === "release") {
      if (!(await this.#store.remove(key, entry.revision))) throw leaseLost(device, fence);
      return { is: "done" };
    }
    const { ttlMs } = entry.value;
    const value: LeaseEntry = { ...entry.value, fence, endsAt: Date.now() + ttlMs };
    const revision = await this.#store.write({ key, value, ttlMs, over: entry.revision });
    if (revision === undefined) throw leaseLost(device, fence);
    this.#mirror.note(key, revision, value);
    return { is: "granted", leases: [{ device, host: value.host, fence, endsAt: value.endsAt }] };
  }

  async #named(proof: string, tenant: string): Promise<StoredLease> {
    const known = this.#mirror.records().leases.find((lease) => lease.proof === proof);
    const entry = known && (await this.#store.read(leaseKey(known.device), leaseEntrySchema));
    const lease = entry && storedLease(entry.value, entry.revision);
    if (lease?.proof !== proof || lease.tenant !== tenant) throw unknownLease();
    return lease;
  }

  #states(): readonly DeviceState[] {
    return this.#looked().devices;
  }

  /** The phones; computed again after an entry changed or a quarantine ended. */
  #looked(): PhonesAtVersion {
    const { version } = this.#mirror;
    const now = Date.now();
    if (this.#last?.version === version && now < this.#last.untilMs) return this.#last;
    const devices = this.#table.states(this.#mirror.records(), now);
    const untilMs = devices.reduce(
      (first, { quarantine }) => Math.min(first, quarantine?.untilMs ?? first),
      Number.POSITIVE_INFINITY,
    );
    this.#last = { version, devices, untilMs };
    return this.#last;
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    return await this.#lock.run(work, this.#closed.signal);
  }
}
