import type { StoredMsg } from "@nats-io/jetstream";
import type * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { type NatsLink, unreachable } from "./connect.js";

const BUCKET = "fovea_farm";
/** The name in the form of NATS' own key-value buckets, so that its tools show this one. */
export const STREAM = `KV_${BUCKET}`;
const PREFIX = `$KV.${BUCKET}.`;

/** How long the marker of an ended entry stays, in ns, so that consumers receive it. */
const MARKER_NS = 60_000_000_000;
const MARKER_TTL = "60s";
const WRONG_LAST_SEQUENCE = 10071;
const WAIT_MS = 5_000;

export interface Entry<T> {
  readonly value: T;
  /** The sequence number in the stream: it grows with every write to the farm, also over restarts. */
  readonly revision: number;
}

export interface Write {
  readonly key: string;
  readonly value: object;
  /** The time to live of the entry, by the server's clock; null for none. */
  readonly ttlMs: number | null;
  /** The revision of the entry that is replaced, 0 if there is none; null replaces any entry. */
  readonly over: number | null;
}

/** The key of an entry; undefined for another message. */
export function keyOfSubject(subject: string): string | undefined {
  return subject.startsWith(PREFIX) ? subject.slice(PREFIX.length) : undefined;
}

export const ALL_KEYS = `${PREFIX}>`;

/**
 * The farm's state: entries of a key-value bucket with a time to live. An entry is written by publishing with the
 * expected revision (an update by the client's KV would lose the time to live), and is read from the stream's leader.
 * Errors of all: FARM_UNREACHABLE.
 */
export class FarmStore {
  readonly #link: NatsLink;

  constructor(link: NatsLink) {
    this.#link = link;
  }

  /** Creates the bucket if it does not exist. Errors: also FARM_UNUSABLE if the servers are too old. */
  async ensure(replicas: number): Promise<void> {
    const { jsm } = this.#link;
    if (
      await jsm.streams.info(STREAM).then(
        () => true,
        () => false,
      )
    )
      return;
    try {
      await jsm.streams.add({
        name: STREAM,
        subjects: [`${PREFIX}>`],
        max_msgs_per_subject: 1,
        num_replicas: replicas,
        // Sequence numbers are fences: those of a farm that is created again after it was deleted have to be greater.
        first_seq: Date.now(),
        discard: "new",
        deny_delete: true,
        allow_rollup_hdrs: true,
        allow_msg_ttl: true,
        subject_delete_marker_ttl: MARKER_NS,
        allow_atomic: true,
      });
    } catch (cause) {
      if (
        await jsm.streams.info(STREAM).then(
          () => true,
          () => false,
        )
      )
        return; // another program has just created it
      throw new FoveaError("FARM_UNUSABLE", "the NATS server cannot keep the farm's state", {
        cause,
        hint: "Use nats-server 2.12 or later with JetStream, and as many servers as the bucket has replicas.",
      });
    }
  }

  /** Passes if the farm exists. Errors: also FARM_UNUSABLE if it was deleted. */
  async assertFarmExists(): Promise<void> {
    try {
      await this.#link.jsm.streams.info(STREAM);
    } catch (error) {
      throw unreachable(error);
    }
  }

  /** The entry on the stream's leader; undefined if there is none. */
  async read<T>(key: string, schema: z.ZodType<T>): Promise<Entry<T> | undefined> {
    const message = await this.#message(key);
    const value = message && valueIn(message.data, message.header?.has("KV-Operation") ?? false);
    return message && value !== undefined ? { value: parsed(value, schema), revision: message.seq } : undefined;
  }

  /** The revision that a write has to replace. */
  async revisionOf(key: string): Promise<number> {
    return (await this.#message(key))?.seq ?? 0;
  }

  /** Writes an entry and gives its revision; undefined if the present entry is not the expected one. */
  async write({ key, value, ttlMs, over }: Write): Promise<number | undefined> {
    return await this.#publish(key, JSON.stringify(value), {
      ...(ttlMs === null ? {} : { ttl: `${ttlMs}ms` }),
      ...(over === null ? {} : { expect: { lastSubjectSequence: over } }),
      timeout: WAIT_MS,
    });
  }

  /** Writes all entries or none, in one atomic batch; gives their revisions in order, or undefined as `write`. */
  async writeAll(writes: readonly Write[]): Promise<readonly number[] | undefined> {
    const [first, ...rest] = writes;
    const last = rest.pop();
    if (!first) return [];
    if (!last) {
      const revision = await this.write(first);
      return revision === undefined ? undefined : [revision];
    }
    try {
      const batch = await this.#link.js.startBatch(...this.#part(first));
      for (const write of rest) batch.add(...this.#part(write));
      const [subject, data, options] = this.#part(last);
      const { seq } = await batch.commit(subject, data, { ...options, timeout: WAIT_MS });
      return writes.map((_, index) => seq - writes.length + 1 + index);
    } catch (error) {
      // For the client, a refused commit is an acknowledgement without a count. Callers read the entries again.
      if (isConflict(error) || (error instanceof Error && error.message.startsWith("batch didn't contain"))) {
        return undefined;
      }
      throw unreachable(error);
    }
  }

  /** Ends an entry; false if the present entry is not the expected one. */
  async remove(key: string, over: number): Promise<boolean> {
    const deletion = this.#link.headers();
    deletion.set("KV-Operation", "DEL");
    const expect = { lastSubjectSequence: over };
    return (
      (await this.#publish(key, "", { headers: deletion, ttl: MARKER_TTL, expect, timeout: WAIT_MS })) !== undefined
    );
  }

  /** The client's batches only use headers: `ttl` and `expect` have no effect in them (version 3.4.0). */
  #part({ key, value, ttlMs, over }: Write) {
    const headers = this.#link.headers();
    if (ttlMs !== null) headers.set("Nats-TTL", `${ttlMs}ms`);
    if (over !== null) headers.set("Nats-Expected-Last-Subject-Sequence", String(over));
    return [`${PREFIX}${key}`, JSON.stringify(value), { headers }] as const;
  }

  async #publish(key: string, data: string, options: object): Promise<number | undefined> {
    try {
      return (await this.#link.js.publish(`${PREFIX}${key}`, data, options)).seq;
    } catch (error) {
      if (isConflict(error)) return undefined;
      throw unreachable(error);
    }
  }

  async #message(key: string): Promise<StoredMsg | undefined> {
    try {
      return (await this.#link.jsm.streams.getMessage(STREAM, { last_by_subj: `${PREFIX}${key}` })) ?? undefined;
    } catch (error) {
      throw unreachable(error);
    }
  }
}

/** The value of an entry; undefined if it was removed or has expired: the server's marker is empty. */
export function valueIn(data: Uint8Array, isRemoved: boolean): unknown {
  if (isRemoved || data.length === 0) return undefined;
  return JSON.parse(new TextDecoder().decode(data));
}

/** Checks a stored value. Errors: FARM_UNUSABLE if this version cannot read it. */
export function parsed<T>(value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new FoveaError("FARM_UNUSABLE", "the farm's state was written by another version of Fovea", {
    hint: "Use the version of Fovea that the other hosts and gateways of the farm use.",
  });
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === WRONG_LAST_SEQUENCE;
}
