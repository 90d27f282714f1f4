import type { Config } from "../../base/config.js";
import { FoveaError } from "../../base/errors.js";
import type { RemoteCalls } from "../../server/remote-calls.js";
import type { AnyTool } from "../../tool-contract/tool.js";
import { FarmGateway } from "./gateway.js";
import { leaseTools } from "./lease-tools.js";
import { openFarmUse, tenantOf } from "./open-farm.js";

export interface OpenGateway extends AsyncDisposable {
  readonly remote: RemoteCalls;
  readonly tools: readonly AnyTool[];
}

/** Connects a server to a farm's phones. Errors: INVALID_ARGUMENT for options of the guard; those of openFarm. */
export async function openGateway(config: Config, signal: AbortSignal): Promise<OpenGateway> {
  requireNoGuard(config);
  const { use } = await openFarmUse(config, "fovea serve", signal);
  const tenant = tenantOf(config);
  return {
    remote: new FarmGateway(use, tenant),
    tools: leaseTools(use, tenant),
    [Symbol.asyncDispose]: async () => await use[Symbol.asyncDispose](),
  };
}

/**
 * Refuses options of the guard: the guard runs on the host of a phone, so they would have no effect here. Errors:
 * INVALID_ARGUMENT.
 */
function requireNoGuard({ guard, guardPolicy, guardAllow }: Config): void {
  if (guard === undefined && guardPolicy === undefined && guardAllow.length === 0) return;
  const why = "a server for a farm has no guard of its own: the host of each phone has one";
  throw new FoveaError("INVALID_ARGUMENT", `--guard, --guard-policy and --guard-allow: ${why}`, {
    hint: "Start `fovea host` with these options.",
  });
}
