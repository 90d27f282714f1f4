import { randomBytes } from "node:crypto";
import * as z from "zod";
import { Lock } from "../../base/lock.js";
import { repeatedly } from "../../base/signals.js";
import { FARM_SCHEMA } from "../records.js";
import type { Mirror } from "./mirror.js";
import type { FarmStore } from "./store.js";

const KEY = "allocator";
const TTL_MS = 10_000;
const RENEW_MS = 3_000;

const leaderSchema = z.object({ schema: z.literal(FARM_SCHEMA), name: z.string() });

/** The functions that are called when this program begins to lead, and when it no longer leads. */
export interface Leading {
  begin(): void;
  stepDown(): void;
}

/**
 * Elects a leader by a lease: at most one program leads at a time, except for moments in which a former leader does not
 * know yet that it has lost its lease.
 */
export class Leadership implements AsyncDisposable {
  readonly #store: FarmStore;
  readonly #mirror: Mirror;
  readonly #leading: Leading;
  readonly #name = randomBytes(8).toString("hex");
  readonly #lock = new Lock();
  readonly #closed = new AbortController();
  readonly #renewing: Disposable;
  #isLeader = false;
  #revision = 0;
  #renewedAt = 0;

  constructor(store: FarmStore, mirror: Mirror, leading: Leading) {
    this.#store = store;
    this.#mirror = mirror;
    this.#leading = leading;
    this.#renewing = repeatedly(() => void this.#lead(), RENEW_MS);
  }

  /** Call this when the farm's state changed: the leader may have ended. */
  changed(): void {
    if (!this.#isLeader && !this.#mirror.has(KEY)) void this.#lead();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#renewing[Symbol.dispose]();
    this.#closed.abort();
    if (this.#isLeader) await this.#store.remove(KEY, this.#revision).catch(() => {});
  }

  /** Becomes or stays the leader if no other program is; steps down if its own lease is lost. */
  async #lead(): Promise<void> {
    await this.#lock
      .run(async () => {
        if (!this.#isLeader && this.#mirror.has(KEY)) return;
        const over = this.#isLeader ? this.#revision : await this.#store.revisionOf(KEY);
        if (!this.#isLeader && (await this.#store.read(KEY, leaderSchema))) return;
        const value = { schema: FARM_SCHEMA, name: this.#name };
        const askedAt = performance.now();
        const revision = await this.#store.write({ key: KEY, value, ttlMs: TTL_MS, over });
        if (revision === undefined) return this.#stepDown();
        this.#revision = revision;
        this.#renewedAt = askedAt;
        this.#mirror.note(KEY, revision, value);
        if (this.#isLeader) return;
        this.#isLeader = true;
        this.#leading.begin();
      }, this.#closed.signal)
      .catch(() => {
        // The servers do not answer: the next try after they answer again shows who leads.
        if (performance.now() - this.#renewedAt > TTL_MS) this.#stepDown();
      });
  }

  #stepDown(): void {
    if (this.#isLeader) this.#leading.stepDown();
    this.#isLeader = false;
  }
}
