import type { Config } from "../../base/config.js";
import type { RemoteCalls } from "../../server/create-server.js";
import type { AnyTool } from "../../tool-contract/tool.js";
import { FarmGateway } from "./gateway.js";
import { leaseTools } from "./lease-tools.js";
import { openFarm, tenantOf } from "./open-farm.js";

export interface OpenGateway extends AsyncDisposable {
  readonly remote: RemoteCalls;
  readonly tools: readonly AnyTool[];
}

/** The way of a server to the phones of a farm. Errors: those of openFarm. */
export async function openGateway(config: Config, signal: AbortSignal): Promise<OpenGateway> {
  const fabric = await openFarm(config, "fovea serve", signal);
  const tenant = tenantOf(config);
  return {
    remote: new FarmGateway(fabric, tenant),
    tools: leaseTools(fabric, tenant),
    [Symbol.asyncDispose]: async () => await fabric[Symbol.asyncDispose](),
  };
}
