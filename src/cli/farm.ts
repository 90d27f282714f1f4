import type { OpenedFarm } from "../app/farm/open-farm.js";
import { FoveaError } from "../base/errors.js";
import { lookUp } from "../base/word-table.js";
import type { Lease } from "../farm/fabric.js";
import type { NatsFabric } from "../farm/nats/nats-fabric.js";
import {
  type Command,
  type CommandLine,
  MOST_SECONDS,
  noneOf,
  rangeFlag,
  readCommandLine,
  requireOneOf,
  requirePositional,
  textFlag,
  UsageError,
} from "./command.js";
import { EXIT, printJson, printText } from "./output.js";

const FLAGS = {
  needs: { type: "string", multiple: true },
  ttl: { type: "string" },
  wait: { type: "string" },
  reason: { type: "string" },
  minutes: { type: "string" },
  end: { type: "boolean" },
  keys: { type: "string" },
  store: { type: "string" },
  "tls-cert": { type: "string" },
  "tls-key": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

const USAGE = `fovea farm WHAT --farm nats://HOST[:PORT] [options]: the phones of a farm

  list [NEEDS]         the phones: state, health, holder, fence
  status               how many phones of each state each host has
  acquire [NEEDS]      leases a phone: prints its lease, which proves it and has to be kept secret
  renew LEASE          prolongs it
  release LEASE        ends it
  drain HOST           grants no more of the host's phones; --end grants them again
  quarantine DEVICE    takes a phone out of service: --reason WORDS --minutes N; --end ends it
  config TENANT…       prints a configuration of nats-server with an account for each tenant

  --needs 'api>=34'    what the phone has to meet; several times for several phones, all or none
  --ttl SECONDS        until the lease ends by itself; 300 if absent
  --wait SECONDS       for a phone that is not free; 0 if absent
  --tenant NAME        for whom; default if absent
  --json               as data

  of config:
  --keys FOLDER        where the secret keys are, and new ones are put: farm.creds and TENANT.creds, for --creds
  --tls-cert FILE      certificate of the server; without it and --tls-key the server listens on its own host alone
  --tls-key FILE       its key
  --store FOLDER       where the server keeps its state; /var/lib/nats if absent`;

/** More than any farm has. */
const MOST_TENANTS = 1_000;

type Action = (farm: OpenedFarm, line: CommandLine, signal: AbortSignal) => Promise<void>;

/** All phones of the farm if the credentials are the farm's own, else those that the tenant may see. */
const seenBy = ({ fabric, use }: OpenedFarm) => fabric ?? use;

/** The whole farm. Errors: FARM_UNUSABLE for credentials of a tenant. */
function ownersOnly({ fabric }: OpenedFarm, what: string): NatsFabric {
  if (fabric) return fabric;
  throw new FoveaError(
    "FARM_UNUSABLE",
    `fovea farm ${what} needs the farm's own credentials, and these are a tenant's`,
    {
      hint: "Name the farm's own credentials with --creds, as `fovea farm config` made them: farm.creds.",
    },
  );
}

/** A year, in minutes. */
const MOST_QUARANTINE = 525_600;

const ACTIONS: Readonly<Record<string, Action>> = {
  list: async (farm, { positionals, terminal, flags }, signal) => {
    const [{ parseNeeds }, { farmLines }] = [
      await import("../farm/needs.js"),
      await import("../app/farm/farm-lines.js"),
    ];
    const devices = await seenBy(farm).list(parseNeeds(positionals[1] ?? ""), signal);
    if (flags["json"]) printJson(terminal, { devices });
    else printText(terminal, farmLines(devices));
  },
  status: async (farm, { positionals, terminal, flags }, signal) => {
    if (positionals[1] !== undefined) throw new UsageError(`"${positionals[1]}" is one word too many`);
    const { countStates, statusLines } = await import("../app/farm/farm-status.js");
    const counts = countStates(await seenBy(farm).list([], signal));
    if (flags["json"]) printJson(terminal, { hosts: counts });
    else printText(terminal, statusLines(counts));
  },
  acquire: async ({ use }, line, signal) => {
    const { flags, config } = line;
    const [{ parseNeeds }, { tenantOf }] = [await import("../farm/needs.js"), await import("../app/farm/open-farm.js")];
    const texts = wantedNeeds(line);
    const ttlMs = (rangeFlag(flags, "ttl", 1, MOST_SECONDS) ?? 300) * 1_000;
    const waitMs = (rangeFlag(flags, "wait", 0, MOST_SECONDS) ?? 0) * 1_000;
    await printLeases(
      await use.acquire(texts.map(parseNeeds), { ttlMs, waitMs, tenant: tenantOf(config) }, signal),
      line,
    );
  },
  renew: async (farm, line, signal) => {
    const name = requirePositional(line.positionals, 1, "LEASE");
    await printLeases([await seenBy(farm).renew(await seenBy(farm).named(name, signal), signal)], line);
  },
  release: async (farm, { positionals, terminal }, signal) => {
    const lease = await seenBy(farm).named(requirePositional(positionals, 1, "LEASE"), signal);
    await seenBy(farm).release(lease, signal);
    printText(terminal, `released ${lease.device}`);
  },
  drain: async (farm, { positionals, terminal, flags }, signal) => {
    const host = requirePositional(positionals, 1, "HOST");
    const fabric = ownersOnly(farm, "drain");
    const isDrained = flags["end"] !== true;
    await fabric.drain(host, isDrained, signal);
    const hosts = new Set((await fabric.list([], signal)).map((phone) => phone.host));
    const isThere = hosts.has(host)
      ? ""
      : `; it has no phones in the farm now (${[...hosts].join(", ") || "nobody"} has)`;
    printText(terminal, `${host} grants ${isDrained ? "no more phones" : "phones again"}${isThere}`);
  },
  quarantine: async (farm, { positionals, terminal, flags }, signal) => {
    const device = requirePositional(positionals, 1, "DEVICE");
    const fabric = ownersOnly(farm, "quarantine");
    const minutes = flags["end"] === true ? 0 : rangeFlag(flags, "minutes", 0, MOST_QUARANTINE);
    const reason = textFlag(flags, "reason") ?? (flags["end"] === true ? "ended" : undefined);
    if (minutes === undefined || reason === undefined)
      throw new UsageError("a quarantine needs --reason and --minutes");
    const untilMs = minutes === 0 ? 0 : Date.now() + minutes * 60_000;
    await fabric.quarantine(device, { reason, untilMs }, signal);
    printText(
      terminal,
      untilMs === 0 ? `${device} is in service` : `${device} is out of service for ${minutes} minutes`,
    );
  },
};

/** The needs of each wanted phone: those of `--needs`, or the phone that is named as a word. */
function wantedNeeds({ flags, positionals }: CommandLine): readonly string[] {
  const [, word] = positionals;
  const given = flags["needs"];
  if (!Array.isArray(given)) return [word ?? ""];
  if (word !== undefined) throw new UsageError(`"${word}" is one word too many beside --needs`);
  return given.map(String);
}

/** Shows a farm and changes it. */
export const farm: Command = async (call, signal) => {
  const line = readCommandLine(call, FLAGS, 1 + MOST_TENANTS);
  const { terminal, config, flags, positionals } = line;
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  const name = requireOneOf(positionals, 0, [...Object.keys(ACTIONS), "config"]);
  if (name === "config") {
    await (await import("./farm-config.js")).printFarmConfig(line);
    return EXIT.done;
  }
  if (positionals[2] !== undefined) throw new UsageError(`"${positionals[2]}" is one word too many; quote needs`);
  const action = lookUp(ACTIONS, name);
  if (!action) throw noneOf(name, Object.keys(ACTIONS));
  const { openFarmUse } = await import("../app/farm/open-farm.js");
  await using opened = await openFarmUse(config, "fovea farm", signal);
  await action(opened, line, signal);
  return EXIT.done;
};

async function printLeases(leases: readonly Lease[], { terminal, flags }: CommandLine): Promise<void> {
  const { leaseLine } = await import("../app/farm/lease-tools.js");
  if (flags["json"]) printJson(terminal, { leases });
  else printText(terminal, leases.map(leaseLine).join("\n"));
}
