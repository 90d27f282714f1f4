import type { Config } from "../../base/config.js";
import { FoveaError } from "../../base/errors.js";
import { connectFarm, type NatsOptions } from "../../farm/nats/connect.js";
import { NatsFabric } from "../../farm/nats/nats-fabric.js";
import { type FarmUse, TenantFarm } from "../../farm/nats/tenant-farm.js";

/** With two servers the loss of one stops the other; three continue. */
const REPLICAS = 3;

/**
 * Opens the farm of `--farm`; `name` is the name of this connection. Errors: INVALID_ARGUMENT if no farm is named,
 * those of `connectNats`.
 */
export async function openFarm(config: Config, name: string, signal: AbortSignal): Promise<NatsFabric> {
  const options = farmOptions(config, name);
  return await NatsFabric.open({ ...options, replicas: replicasOf(options) }, signal);
}

/** An open farm for a program that uses its phones; with the farm's own credentials also its state. */
export interface OpenedFarm extends AsyncDisposable {
  /** The farm as the tenant sees it. */
  readonly use: FarmUse;
  /** The whole state; null with the credentials of a tenant. */
  readonly fabric: NatsFabric | null;
}

/**
 * Opens a farm with the credentials of the farm, or with those of the tenant that `--tenant` names. Errors: the same.
 */
export async function openFarmUse(config: Config, name: string, signal: AbortSignal): Promise<OpenedFarm> {
  const options = farmOptions(config, name);
  const tenant = tenantOf(config);
  const { link, connection } = await connectFarm(options, signal);
  const fabric = link && (await NatsFabric.over(link, replicasOf(options), signal));
  const use = fabric ? fabric.as(tenant) : new TenantFarm(connection, tenant);
  return { use, fabric, [Symbol.asyncDispose]: async () => await use[Symbol.asyncDispose]() };
}

/** Errors: INVALID_ARGUMENT. */
function farmOptions(config: Config, name: string): NatsOptions {
  const { farm: servers, farmCreds: creds, farmTlsCa: tlsCa } = config;
  if (servers.length === 0) {
    throw new FoveaError("INVALID_ARGUMENT", "no farm is named", { hint: "Name its NATS servers with --farm." });
  }
  for (const server of servers) assertProtected(server, tlsCa);
  return { servers, creds, tlsCa, name };
}

function replicasOf({ servers }: NatsOptions): number {
  return servers.length >= REPLICAS ? REPLICAS : 1;
}

export function tenantOf({ farmTenant }: Config): string {
  return farmTenant ?? "default";
}

/** Errors: INVALID_ARGUMENT for a text that is not an address, and for an address on another host without TLS. */
function assertProtected(server: string, tlsCa: string | undefined): void {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (!url || !["nats:", "tls:"].includes(url.protocol)) {
    throw new FoveaError("INVALID_ARGUMENT", "--farm takes addresses such as nats://192.0.2.9:4222", {
      hint: "Correct --farm.",
    });
  }
  const isHere = url.hostname === "localhost" || url.hostname === "[::1]" || url.hostname.startsWith("127.");
  const isProtected = url.protocol === "tls:" || tlsCa !== undefined;
  if (isHere || isProtected) return;
  throw new FoveaError("INVALID_ARGUMENT", `${url.hostname} is another host, and nats:// does not encrypt`, {
    hint: "Name the server as tls://HOST:PORT, or its authority's certificate with --tls-ca.",
  });
}
