import { resolve } from "node:path";
import { type CommandLine, textFlag, UsageError } from "./command.js";
import { printText } from "./output.js";

/** Prints a configuration of nats-server for the named tenants. `--farm` is not needed for that. */
export async function printFarmConfig({ positionals, terminal, config, flags }: CommandLine): Promise<void> {
  const named = [...(config.farmTenant === undefined ? [] : [config.farmTenant]), ...positionals.slice(1)];
  const tenants = [...new Set(named)];
  if (tenants.length === 0) throw new UsageError("fovea farm config names its tenants: fovea farm config ada bob");
  const folder = textFlag(flags, "keys");
  if (folder === undefined) throw new UsageError("--keys FOLDER is missing: where the secret keys are kept");
  const tls = tlsOf(textFlag(flags, "tls-cert"), textFlag(flags, "tls-key"));
  const [{ checkName }, { ensureUserKey }, { natsConfig }] = await Promise.all([
    import("../farm/limits.js"),
    import("../farm/nats/user-keys.js"),
    import("../app/farm/farm-config.js"),
  ]);
  for (const tenant of tenants) {
    checkName("a tenant", tenant);
    if (tenant === "farm") throw new UsageError("farm.creds are the farm's own: a tenant needs another name");
  }
  const farmKey = await ensureUserKey(folder, "farm");
  const keys: { readonly tenant: string; readonly key: string }[] = [];
  for (const tenant of tenants) keys.push({ tenant, key: await ensureUserKey(folder, tenant) });
  const store = textFlag(flags, "store") ?? "/var/lib/nats";
  printText(terminal, natsConfig({ farmKey, tenants: keys, store, tls }).trimEnd());
}

function tlsOf(cert: string | undefined, key: string | undefined) {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined) throw new UsageError("--tls-cert and --tls-key belong together");
  return { cert: resolve(cert), key: resolve(key) };
}
