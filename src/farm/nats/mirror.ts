import type { ConsumerMessages } from "@nats-io/jetstream";
import * as z from "zod";
import { repeatedly } from "../../base/signals.js";
import type { FarmRecords } from "../device-states.js";
import type { StoredLease } from "../proof.js";
import { hostRecordSchema, leaseRecordSchema, quarantineRecordSchema } from "../records.js";
import { type NatsLink, unreachable } from "./connect.js";
import { ALL_KEYS, keyOfSubject, parsed, STREAM, valueIn } from "./store.js";

/** A lease in the bucket; the fence is null until the first renewal: then it is the entry's own revision. */
export const leaseEntrySchema = leaseRecordSchema.extend({ fence: z.number().nullable() });
export type LeaseEntry = z.infer<typeof leaseEntrySchema>;

export function storedLease(entry: LeaseEntry, revision: number): StoredLease {
  return { ...entry, fence: entry.fence ?? revision, hasEnded: false };
}

interface Known {
  readonly revision: number;
  /** Undefined where the entry has ended. */
  readonly value: unknown;
  /** By this process's monotonic clock. */
  readonly seenAt: number;
}

/** Consumers may go deaf after reconnections: a new one lists everything again. */
const LIST_AGAIN_MS = 15_000;
/** What a new list lacks is gone, unless it came while the list was made. */
const FRESH_MS = 5_000;

/** What this program knows of the farm's state: every entry, followed. Grants name revisions, and do not rely on it. */
export class Mirror implements AsyncDisposable {
  readonly #link: NatsLink;
  readonly #onChange: () => void;
  readonly #entries = new Map<string, Known>();
  readonly #parsed = new WeakMap<Known, { readonly schema: unknown; readonly value: unknown }>();
  readonly #listing: Disposable;
  #delivered = 0;
  #following: ConsumerMessages | undefined;
  #isClosed = false;

  constructor(link: NatsLink, onChange: () => void) {
    this.#link = link;
    this.#onChange = onChange;
    this.#listing = repeatedly(() => void this.follow().catch(() => {}), LIST_AGAIN_MS);
  }

  /** Lists all entries, and follows them from there. Errors: FARM_UNREACHABLE. */
  async follow(): Promise<void> {
    const { js, jsm, lastPerSubject } = this.#link;
    const startedAt = performance.now();
    const listed = new Set<string>();
    try {
      const { state } = await jsm.streams.info(STREAM);
      const options = { filter_subjects: [ALL_KEYS], deliver_policy: lastPerSubject };
      const messages = await (await js.consumers.get(STREAM, options)).consume();
      await new Promise<void>((resolve) => {
        if (state.messages === 0) resolve();
        void this.#read(messages, listed, resolve);
      });
      this.#following?.stop();
      this.#following = messages;
      if (this.#isClosed) messages.stop();
    } catch (cause) {
      throw unreachable(cause);
    }
    for (const [key, { seenAt }] of this.#entries) {
      if (!listed.has(key) && seenAt < startedAt - FRESH_MS) this.#entries.delete(key);
    }
    this.#onChange();
  }

  /** Of one that this program wrote: known before the server repeats it. */
  note(key: string, revision: number, value: unknown): void {
    if (revision <= (this.#entries.get(key)?.revision ?? 0)) return;
    this.#entries.set(key, { revision, value, seenAt: performance.now() });
    this.#onChange();
  }

  /** Of what the leader just gave, whatever was known before. */
  correct(key: string, revision: number, value: unknown): void {
    this.#entries.set(key, { revision, value, seenAt: performance.now() });
  }

  /** The newest entry that the servers delivered. */
  get delivered(): number {
    return this.#delivered;
  }

  revisionOf(key: string): number {
    return this.#entries.get(key)?.revision ?? 0;
  }

  has(key: string): boolean {
    return this.#entries.get(key)?.value !== undefined;
  }

  /** All of it, in the words of the contract. Errors: FARM_UNUSABLE for what this version cannot read. */
  records(): FarmRecords {
    const now = performance.now();
    const of = (kind: string) =>
      [...this.#entries].filter(([key, { value }]) => key.startsWith(kind) && value !== undefined);
    const leaseIn = (known: Known) => storedLease(this.#checked(known, leaseEntrySchema), known.revision);
    return {
      hosts: of("host.").map(([, known]) => ({ ...this.#checked(known, hostRecordSchema), ageMs: now - known.seenAt })),
      leases: of("lease.").map(([, known]) => leaseIn(known)),
      quarantines: of("quarantine.").map(([, known]) => this.#checked(known, quarantineRecordSchema)),
      drained: new Set(of("drain.").map(([key]) => key.slice("drain.".length))),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#listing[Symbol.dispose]();
    await this.#following?.close();
  }

  /** Checked once for each entry: a thousand phones take milliseconds. */
  #checked<T>(known: Known, schema: z.ZodType<T>): T {
    const bySchema = this.#parsed.get(known);
    if (bySchema?.schema === schema) return bySchema.value as T;
    const value = parsed(known.value, schema);
    this.#parsed.set(known, { schema, value });
    return value;
  }

  async #read(messages: ConsumerMessages, listed: Set<string>, onListed: () => void): Promise<void> {
    for await (const message of messages) {
      const key = keyOfSubject(message.subject);
      if (key === undefined) continue;
      listed.add(key);
      this.#delivered = Math.max(this.#delivered, message.seq);
      this.note(key, message.seq, valueIn(message.data, message.headers?.has("KV-Operation") ?? false));
      if (message.info.pending === 0) onListed();
    }
    onListed();
  }
}
