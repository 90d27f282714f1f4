import type { ConsumerMessages } from "@nats-io/jetstream";
import * as z from "zod";
import { abortable, deadline, repeatedly } from "../../base/signals.js";
import type { FarmRecords } from "../device-states.js";
import type { StoredLease } from "../proof.js";
import { hostRecordSchema, leaseRecordSchema, quarantineRecordSchema } from "../records.js";
import { type NatsLink, unreachable } from "./connect.js";
import { leaseKey } from "./keys.js";
import { ALL_KEYS, keyOfSubject, parsed, STREAM, valueIn } from "./store.js";

/** A lease in the bucket. The fence is null until the first renewal: until then it is the entry's own revision. */
export const leaseEntrySchema = leaseRecordSchema.extend({ fence: z.number().nullable() });
export type LeaseEntry = z.infer<typeof leaseEntrySchema>;

export function storedLease(entry: LeaseEntry, revision: number): StoredLease {
  return { ...entry, fence: entry.fence ?? revision, hasEnded: false };
}

interface Known {
  readonly revision: number;
  /** The value; undefined if the entry has ended. */
  readonly value: unknown;
  /** When the entry was seen, by this process's monotonic clock. */
  readonly seenAt: number;
}

/** How often to list all entries again, in ms: a consumer may stop delivering after a reconnection. */
const LIST_AGAIN_MS = 15_000;
const LIST_MS = 5_000;
const LIST_TRIES = 3;
/** An entry that is not in a new list has ended, unless it was seen this shortly before the list. */
const FRESH_MS = 5_000;

/**
 * A copy of the farm's state in this program: all entries, kept up to date. Grants do not rely on it, since they name
 * revisions.
 */
export class Mirror implements Disposable {
  readonly #link: NatsLink;
  readonly #onChange: () => void;
  readonly #entries = new Map<string, Known>();
  readonly #parsed = new WeakMap<Known, unknown>();
  readonly #listing: Disposable;
  readonly #awaited = new Set<{ readonly revision: number; readonly resolve: () => void }>();
  /** The records of all kinds except hosts; null after one of them changed. */
  #lasting: Omit<FarmRecords, "hosts"> | null = null;
  #version = 0;
  #delivered = 0;
  #heardAt = performance.now();
  /** The creation time of the stream that is followed. */
  #made = "";
  #following: ConsumerMessages | undefined;
  #isClosed = false;

  constructor(link: NatsLink, onChange: () => void) {
    this.#link = link;
    this.#onChange = onChange;
    this.#listing = repeatedly(() => void this.follow().catch(() => {}), LIST_AGAIN_MS);
  }

  /** Lists all entries, and receives changes from then on. Errors: FARM_UNREACHABLE. */
  async follow(): Promise<void> {
    const startedAt = performance.now();
    const listed = new Set<string>();
    for (let left = LIST_TRIES; !(await this.#list(listed)); left -= 1) {
      if (left === 0) throw unreachable(new Error("no whole list"));
    }
    for (const [key, { seenAt }] of this.#entries) {
      if (!listed.has(key) && seenAt < startedAt - FRESH_MS) this.#entries.delete(key);
    }
    this.#heardAt = performance.now();
    this.#version += 1;
    this.#lasting = null;
    this.#onChange();
  }

  /** Lists all entries; false if the end of the list did not come: its last entry may have ended meanwhile. */
  async #list(listed: Set<string>): Promise<boolean> {
    const { js, jsm, lastPerSubject } = this.#link;
    using limit = deadline(LIST_MS, "listing the farm", new AbortController().signal);
    try {
      const { state, created } = await jsm.streams.info(STREAM);
      // The farm was deleted and created again: no old entry is valid.
      if (created !== this.#made) this.#entries.clear();
      this.#made = created;
      const options = { filter_subjects: [ALL_KEYS], deliver_policy: lastPerSubject };
      const messages = await (await js.consumers.get(STREAM, options)).consume();
      const whole = new Promise<void>((resolve) => {
        if (state.messages === 0) resolve();
        void this.#read(messages, listed, resolve);
      });
      const isWhole = await abortable(whole, limit.signal).then(
        () => true,
        () => false,
      );
      if (isWhole) this.#following?.stop();
      else messages.stop();
      if (isWhole) this.#following = messages;
      if (this.#isClosed) messages.stop();
      return isWhole;
    } catch (cause) {
      throw unreachable(cause);
    }
  }

  /** Notes an entry that this program wrote, before the server repeats it. */
  note(key: string, revision: number, value: unknown): void {
    if (revision <= (this.#entries.get(key)?.revision ?? 0)) return;
    this.correct(key, revision, value);
    this.#onChange();
  }

  /** Sets an entry to the value that the leader just sent, whatever was known before. */
  correct(key: string, revision: number, value: unknown): void {
    this.#entries.set(key, { revision, value, seenAt: performance.now() });
    this.#version += 1;
    if (!key.startsWith("host.")) this.#lasting = null;
  }

  /** Resolves when the servers have delivered this revision or a later one. */
  async reached(revision: number, signal: AbortSignal): Promise<void> {
    if (this.#delivered >= revision) return;
    let awaited: { readonly revision: number; readonly resolve: () => void } | undefined;
    const there = new Promise<void>((resolve) => {
      awaited = { revision, resolve };
      this.#awaited.add(awaited);
    });
    try {
      await abortable(there, signal);
    } finally {
      if (awaited) this.#awaited.delete(awaited);
    }
  }

  /** The time since the last message of the servers, in ms. */
  get silentMs(): number {
    return performance.now() - this.#heardAt;
  }

  /** A number that grows with each change. */
  get version(): number {
    return this.#version;
  }

  /** The newest delivered revision. */
  get delivered(): number {
    return this.#delivered;
  }

  revisionOf(key: string): number {
    return this.#entries.get(key)?.revision ?? 0;
  }

  /**
   * The last lease on a phone and its revision: the lease is undefined if it has ended; revision 0 before the first
   * lease.
   */
  leaseOn(device: string): { readonly revision: number; readonly lease: StoredLease | undefined } {
    const known = this.#entries.get(leaseKey(device));
    if (known?.value === undefined) return { revision: known?.revision ?? 0, lease: undefined };
    const lease = this.#checked(known, (value) => storedLease(parsed(value, leaseEntrySchema), known.revision));
    return { revision: known.revision, lease };
  }

  has(key: string): boolean {
    return this.#entries.get(key)?.value !== undefined;
  }

  /** The whole state in the form of the contract. Errors: FARM_UNUSABLE if this version cannot read it. */
  records(): FarmRecords {
    const now = performance.now();
    const hosts = this.#of("host.").map(([, known]) => {
      return { ...this.#checked(known, (value) => parsed(value, hostRecordSchema)), ageMs: now - known.seenAt };
    });
    this.#lasting ??= {
      leases: this.#of("lease.").map(([, known]) => {
        return this.#checked(known, (value) => storedLease(parsed(value, leaseEntrySchema), known.revision));
      }),
      quarantines: this.#of("quarantine.").map(([, known]) => {
        return this.#checked(known, (value) => parsed(value, quarantineRecordSchema));
      }),
      drained: new Set(this.#of("drain.").map(([key]) => key.slice("drain.".length))),
    };
    return { hosts, ...this.#lasting };
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#listing[Symbol.dispose]();
    this.#following?.stop();
  }

  #of(kind: string): readonly (readonly [string, Known])[] {
    return [...this.#entries].filter(([key, { value }]) => key.startsWith(kind) && value !== undefined);
  }

  /**
   * Checks each entry once, and gives the same object then: checking a thousand phones each time would take
   * milliseconds.
   */
  #checked<T>(known: Known, check: (value: unknown) => T): T {
    // One key always has one kind of value, so the stored result has the type that `check` gives.
    const before = this.#parsed.get(known);
    if (before !== undefined) return before as T;
    const value = check(known.value);
    this.#parsed.set(known, value);
    return value;
  }

  async #read(messages: ConsumerMessages, listed: Set<string>, onListed: () => void): Promise<void> {
    for await (const message of messages) {
      const key = keyOfSubject(message.subject);
      if (key === undefined) continue;
      listed.add(key);
      this.#heardAt = performance.now();
      this.#delivered = Math.max(this.#delivered, message.seq);
      this.note(key, message.seq, valueIn(message.data, message.headers?.has("KV-Operation") ?? false));
      for (const one of this.#awaited) if (one.revision <= this.#delivered) one.resolve();
      if (message.info.pending === 0) onListed();
    }
    onListed();
  }
}
