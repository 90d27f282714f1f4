import type { Config } from "../../base/config.js";
import { FoveaError } from "../../base/errors.js";
import { NatsFabric } from "../../farm/nats/nats-fabric.js";

/** With two one that is lost stops the other: only three go on. */
const REPLICAS = 3;

/**
 * Opens the farm that `--farm` names, as this program. Errors: INVALID_ARGUMENT where none is named, those of
 * `connectNats`.
 */
export async function openFarm(config: Config, name: string, signal: AbortSignal): Promise<NatsFabric> {
  const { farm: servers, farmCreds: creds, farmTlsCa: tlsCa } = config;
  if (servers.length === 0) {
    throw new FoveaError("INVALID_ARGUMENT", "no farm is named", { hint: "Name its NATS servers with --farm." });
  }
  for (const server of servers) assertProtected(server, tlsCa);
  const replicas = servers.length >= REPLICAS ? REPLICAS : 1;
  return await NatsFabric.open({ servers, creds, tlsCa, name, replicas }, signal);
}

export function tenantOf({ farmTenant }: Config): string {
  return farmTenant ?? "default";
}

/** Errors: INVALID_ARGUMENT for an address that is none, and for one beyond this host without TLS. */
function assertProtected(server: string, tlsCa: string | undefined): void {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (!url || !["nats:", "tls:", "ws:", "wss:"].includes(url.protocol)) {
    throw new FoveaError("INVALID_ARGUMENT", "--farm takes addresses such as nats://192.0.2.9:4222", {
      hint: "Correct --farm.",
    });
  }
  const isHere = url.hostname === "localhost" || url.hostname === "[::1]" || url.hostname.startsWith("127.");
  const isProtected = url.protocol === "tls:" || url.protocol === "wss:" || tlsCa !== undefined;
  if (isHere || isProtected) return;
  throw new FoveaError("INVALID_ARGUMENT", `${url.hostname} is another host, and nats:// sends in the clear`, {
    hint: "Name it as tls://HOST:PORT, or the certificate of its authority with --tls-ca.",
  });
}
