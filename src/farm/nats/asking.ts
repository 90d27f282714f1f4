import { randomBytes } from "node:crypto";
import type { NatsConnection } from "@nats-io/transport-node";
import { FoveaError } from "../../base/errors.js";
import { abortable, backOff } from "../../base/signals.js";
import type { AcquireOptions, DeviceState, Lease } from "../fabric.js";
import { hashOfName, newLeaseName } from "../lease-names.js";
import { checkAcquire, checkLeaseName } from "../limits.js";
import type { Need } from "../need.js";
import { isNotPermitted, notOfTenant, unreachable } from "./connect.js";
import { errorOf, type LeaseReply, type LeaseRequest, leaseReplySchema, leaseSubject } from "./requests.js";

/** The longest try of a waiting request, in ms: after it, another program may be the allocator. */
const TRY_MS = 4_000;
const ANSWER_MS = 3_000;
/** How long to look for an allocator, in ms: one that was killed is replaced after its lease has ended. */
const ALLOCATOR_MS = 20_000;

interface Known {
  /** Errors: FARM_UNREACHABLE, FARM_UNUSABLE if waiting for an allocator is certainly useless. */
  readonly assertFarmExists: () => Promise<void>;
  /** The newest revision of the farm that this program knows. */
  readonly seen: () => number;
}

/**
 * Sends requests to the allocator, on `farm.TENANT.lease`. Errors of all: those of the allocator; FARM_UNREACHABLE if
 * none answers; FARM_UNUSABLE for credentials of another tenant.
 */
export class AllocatorClient {
  readonly #connection: NatsConnection;
  readonly #known: Known;

  constructor(connection: NatsConnection, known: Known) {
    this.#connection = connection;
    this.#known = known;
  }

  /** As FarmFabric.acquire. */
  async acquire(
    needs: readonly (readonly Need[])[],
    options: AcquireOptions,
    signal: AbortSignal,
  ): Promise<readonly Lease[]> {
    checkAcquire(needs, options);
    const { ttlMs, waitMs, tenant } = options;
    const id = randomBytes(12).toString("hex");
    const names = needs.map(newLeaseName);
    const seen = this.#known.seen();
    const proofs = names.map(hashOfName);
    const request = { ask: "acquire", id, needs: needs.map((one) => [...one]), proofs, ttlMs } as const;
    const endsAt = performance.now() + waitMs;
    await abortable(this.#known.assertFarmExists(), signal);
    try {
      for (;;) {
        const left = Math.max(0, Math.ceil(endsAt - performance.now()));
        const asked = { ...request, seen, waitMs: Math.min(left, TRY_MS) };
        // The wait for a phone includes the wait for an allocator. A request that does not wait for a phone still waits
        // until a new allocator has started.
        const reply = await this.#ask(tenant, asked, signal, waitMs === 0 ? ALLOCATOR_MS : left);
        if (reply.is === "granted") {
          return reply.leases.map((lease, index) => ({ ...lease, tenant, name: names[index] ?? "" }));
        }
        if (reply.is === "waiting" && performance.now() >= endsAt) throw noneAvailable(reply.place, waitMs);
      }
    } catch (error) {
      this.#connection.publish(leaseSubject(tenant), JSON.stringify({ ask: "leave", id }));
      throw error;
    }
  }

  /** As FarmFabric.renew. */
  async renew(lease: Lease, signal: AbortSignal): Promise<Lease> {
    checkLeaseName(lease.name);
    const { device, fence, tenant } = lease;
    const reply = await this.#ask(tenant, { ask: "renew", device, fence, proof: hashOfName(lease.name) }, signal);
    const [renewed] = reply.is === "granted" ? reply.leases : [];
    return { ...lease, ...renewed };
  }

  /** As FarmFabric.release. */
  async release({ name, device, fence, tenant }: Lease, signal: AbortSignal): Promise<void> {
    checkLeaseName(name);
    await this.#ask(tenant, { ask: "release", device, fence, proof: hashOfName(name) }, signal);
  }

  /** All phones that the tenant may see, sorted by id. */
  async list(tenant: string, signal: AbortSignal): Promise<readonly DeviceState[]> {
    const all: DeviceState[] = [];
    for (;;) {
      const reply = await this.#ask(tenant, { ask: "list", after: all.at(-1)?.id ?? null }, signal);
      if (reply.is !== "phones") throw unreachable(new Error("another reply"));
      all.push(...reply.phones);
      if (!reply.hasMore || reply.phones.length === 0) return all;
    }
  }

  /** As FarmFabric.named, for the tenant's own leases. */
  async named(name: string, tenant: string, signal: AbortSignal): Promise<Lease> {
    checkLeaseName(name);
    const reply = await this.#ask(tenant, { ask: "named", proof: hashOfName(name) }, signal);
    const [lease] = reply.is === "granted" ? reply.leases : [];
    if (!lease) throw unreachable(new Error("another reply"));
    return { ...lease, name, tenant };
  }

  async #ask(tenant: string, request: LeaseRequest, signal: AbortSignal, limitMs = ALLOCATOR_MS): Promise<LeaseReply> {
    const startedAt = performance.now();
    const waitMs = request.ask === "acquire" ? request.waitMs : 0;
    const options = { timeout: waitMs + ANSWER_MS };
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      try {
        const asked = this.#connection.request(leaseSubject(tenant), JSON.stringify(request), options);
        const reply = leaseReplySchema.parse((await abortable(asked, signal)).json());
        if (reply.is !== "refused") return reply;
        // An earlier try may have released it, although its answer did not come in time.
        if (request.ask === "release" && tries > 1 && reply.code === "LEASE_LOST") return { is: "done" };
        throw errorOf(reply);
      } catch (error) {
        if (error instanceof FoveaError || signal.aborted) throw error;
        if (isNotPermitted(error)) throw notOfTenant(tenant, error);
        await abortable(this.#known.assertFarmExists(), signal);
        if (performance.now() - startedAt > Math.min(limitMs, waitMs + ALLOCATOR_MS)) throw unreachable(error);
      }
      await backOff(100, signal);
    }
  }
}

function noneAvailable(place: number, waitMs: number): FoveaError {
  const waited = waitMs === 0 ? "without waiting" : `after ${waitMs} ms`;
  return new FoveaError(
    "NONE_AVAILABLE",
    `no phone that meets the needs is free, ${waited}: place ${place} in the queue`,
  );
}
