import { invalid } from "../failures.js";
import type { ConnectOptions } from "../types.js";
import type { FarmChoice } from "./connect-farm.js";

const TTL_MS = 60_000;

/**
 * The farm that a program names and the choice of its phone; undefined if it names no farm. Errors: INVALID_ARGUMENT.
 */
export function farmOf(
  options: ConnectOptions,
): { readonly servers: readonly string[]; readonly choice: FarmChoice } | undefined {
  const { farm, needs, ttlMs = TTL_MS, waitMs = 0, device, virtual, confirm, plugins } = options;
  if (farm === undefined) {
    const lone = (["needs", "ttlMs", "waitMs"] as const).find((name) => options[name] !== undefined);
    if (lone !== undefined) throw invalid(`connect: ${lone} is about a phone of a farm, and needs \`farm\``, "connect");
    return undefined;
  }
  const servers = typeof farm === "string" ? [farm] : farm;
  if (!Array.isArray(servers) || servers.length === 0 || servers.some((one) => typeof one !== "string"))
    throw invalid("connect: farm is the address of a NATS server, or several", "connect");
  const both = Object.entries({ virtual, confirm, plugins }).find(([, value]) => value !== undefined);
  if (both) throw invalid(`connect: ${both[0]} cannot be used with a phone of a farm`, "connect");
  if (needs !== undefined && typeof needs !== "string") throw invalid("connect: needs has to be a text", "connect");
  if (device !== undefined && (needs !== undefined || !device.startsWith("lease:")))
    throw invalid("connect: of a farm, give either `needs`, for example id=rack-1/SERIAL, or a lease", "connect");
  return { servers, choice: { lease: device, needs: needs ?? "", ttlMs, waitMs } };
}
