import { hostname } from "node:os";
import { requirePackage } from "../actions/apps/apps.js";
import { type Command, readCommandLine, textFlag } from "./command.js";
import { expectLongLife } from "./long-life.js";
import { Opening } from "./opening.js";
import { EXIT, printText } from "./output.js";

const FLAGS = {
  "host-id": { type: "string" },
  app: { type: "string", multiple: true },
  for: { type: "string", multiple: true },
  help: { type: "boolean" },
} as const;

const USAGE = `fovea host --farm nats://HOST[:PORT] [options]: serves the phones of this host's adb server to a farm

  --farm URL     a NATS server of the farm; may be given several times
  --creds FILE   the farm's credentials
  --tls-ca FILE  certificate of the authority that signed the servers' certificates
  --app PACKAGE  say of each phone whether it has this app, and which version; may be given several times
  --for TENANT   the phones are for this tenant alone; may be given several times
  --host-id ID   name of this host in the farm; the host's own name if absent

It only makes outgoing connections: the farm never reaches adb's port. Ctrl-C withdraws the phones.`;

/** Serves phones to a farm until it is interrupted. */
export const host: Command = async (call, signal) => {
  const { terminal, config, flags } = readCommandLine(call, FLAGS, 0);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  const id = textFlag(flags, "host-id") ?? nameOfHost();
  using _life = expectLongLife();
  const tenants = several(flags["for"]);
  const [{ openFarm }, { FarmHost }, { TenantMemories }, { servePrograms }] = await Promise.all([
    import("../app/farm/open-farm.js"),
    import("../app/farm/host.js"),
    import("../app/farm/tenant-memories.js"),
    import("../library/farm/serve-programs.js"),
  ]);
  await using fabric = await openFarm(config, `fovea host ${id}`, signal);
  await using memories = new TenantMemories(config);
  await using opening = new Opening(config, null, memories);
  const parts = await opening.parts();
  const apps = (several(flags["app"]) ?? []).map((name) => requirePackage(name));
  const served = new FarmHost(fabric, parts, { id, programs: servePrograms(parts), apps, tenants, memories });
  await served.serve(
    (count) => printText(terminal, `host ${id}: ${count} ${count === 1 ? "phone" : "phones"}`),
    signal,
  );
  return EXIT.done;
};

/** The values of a flag that may be given several times; undefined if it was not given. */
function several(given: unknown): readonly string[] | undefined {
  return Array.isArray(given) ? given.map(String) : undefined;
}

/** The first part of the host's name, without characters that a name in a farm may not have. */
function nameOfHost(): string {
  const name = (hostname().split(".")[0] ?? "").replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 63);
  return /^[A-Za-z0-9]/.test(name) ? name : "host";
}
