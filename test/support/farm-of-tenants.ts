import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { natsConfig } from "../../src/app/farm/farm-config.js";
import { connectFarm } from "../../src/farm/nats/connect.js";
import { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { TenantFarm } from "../../src/farm/nats/tenant-farm.js";
import { ensureUserKey } from "../../src/farm/nats/user-keys.js";
import { startNatsServer } from "./nats-server.js";
import { never } from "./never.js";

/** A NATS server with an account for each tenant, with the configuration from `fovea farm config`. */
export interface FarmOfTenants extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  /** The file of a tenant's credentials; for `farm` those of the farm itself. */
  creds(name: string): string;
  /** Connects with the farm's own credentials. */
  own(name: string): Promise<NatsFabric>;
  /** Connects with the credentials of a tenant. */
  tenant(name: string): Promise<TenantFarm>;
}

export async function startFarmOfTenants(...tenants: readonly string[]): Promise<FarmOfTenants> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-tenants-"));
  const keys = join(folder, "keys");
  const creds = (name: string) => join(keys, `${name}.creds`);
  const farmKey = await ensureUserKey(keys, "farm");
  const users: { readonly tenant: string; readonly key: string }[] = [];
  for (const tenant of tenants) users.push({ tenant, key: await ensureUserKey(keys, tenant) });
  const store = join(folder, "store");
  const server = await startNatsServer({ whole: natsConfig({ farmKey, tenants: users, store, tls: null }) });
  const servers = [server.url];
  return {
    url: server.url,
    folder,
    creds,
    own: async (name) => await NatsFabric.open({ servers, name, creds: creds("farm") }, never()),
    tenant: async (name) => {
      const { connection, link } = await connectFarm({ servers, name, creds: creds(name) }, never());
      if (link) throw new Error(`${name} sees the farm's state`);
      return new TenantFarm(connection, name);
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
