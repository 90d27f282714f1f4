import type { NatsConnection } from "@nats-io/transport-node";
import type { AcquireOptions, DeviceState, FarmFabric, Lease } from "../fabric.js";
import type { Need } from "../need.js";
import { meets } from "../needs.js";
import { AllocatorClient } from "./asking.js";
import { type HostCall, sendCall } from "./calls.js";

/** The functions of a farm for a tenant: it sees only its own part, and stores no state. */
export interface FarmUse extends Pick<FarmFabric, "list" | "acquire" | "renew" | "release" | "named">, AsyncDisposable {
  /** Sends a call to the host of a phone. Errors: as `sendCall` of calls.ts. */
  sendCall(tenant: string, call: HostCall, signal: AbortSignal): Promise<unknown>;
}

/**
 * A farm with the credentials of one tenant, which may publish on `farm.TENANT.>` and cannot read the farm's state: all
 * facts come from hosts and the allocator.
 */
export class TenantFarm implements FarmUse {
  readonly #connection: NatsConnection;
  readonly #tenant: string;
  readonly #asking: AllocatorClient;

  constructor(connection: NatsConnection, tenant: string) {
    this.#connection = connection;
    this.#tenant = tenant;
    // The allocator knows its own writes, and a tenant knows no revision that the allocator does not.
    this.#asking = new AllocatorClient(connection, { assertFarmExists: async () => {}, seen: () => 0 });
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
