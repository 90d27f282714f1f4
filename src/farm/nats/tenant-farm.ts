import type { NatsConnection } from "@nats-io/transport-node";
import type { AcquireOptions, DeviceState, FarmFabric, Lease } from "../fabric.js";
import type { Need } from "../need.js";
import { meets } from "../needs.js";
import { Asking } from "./asking.js";
import { type HostCall, sendCall } from "./calls.js";

/** What a tenant does with a farm: it sees its own part of it, and keeps nothing of its state. */
export interface FarmUse extends Pick<FarmFabric, "list" | "acquire" | "renew" | "release" | "named">, AsyncDisposable {
  /** Errors: as `sendCall` of calls.ts. */
  sendCall(tenant: string, call: HostCall, signal: AbortSignal): Promise<unknown>;
}

/**
 * A farm for credentials of one tenant, which may publish on `farm.TENANT.>` and read nothing of the farm's state: what
 * it knows comes from hosts and the allocator.
 */
export class TenantFarm implements FarmUse {
  readonly #connection: NatsConnection;
  readonly #tenant: string;
  readonly #asking: Asking;

  constructor(connection: NatsConnection, tenant: string) {
    this.#connection = connection;
    this.#tenant = tenant;
    // Who allocates is up to date with its own writes; a tenant has seen nothing that others have not.
    this.#asking = new Asking(connection, { assertThere: async () => {}, seen: () => 0 });
  }

  async list(needs: readonly Need[], signal: AbortSignal): Promise<readonly DeviceState[]> {
    return (await this.#asking.list(this.#tenant, signal)).filter((device) => meets(device, needs));
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
    return await this.#asking.named(name, this.#tenant, signal);
  }

  async sendCall(tenant: string, call: HostCall, signal: AbortSignal): Promise<unknown> {
    return await sendCall(this.#connection, { tenant, call }, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close();
  }
}
