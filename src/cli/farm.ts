import type { Lease } from "../farm/fabric.js";
import type { NatsFabric } from "../farm/nats/nats-fabric.js";
import {
  type Command,
  type CommandLine,
  integerFlag,
  readCommandLine,
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

  --needs 'api>=34'    what the phone has to meet; several times for several phones, all or none
  --ttl SECONDS        until the lease ends by itself; 300 if absent
  --wait SECONDS       for a phone that is not free; 0 if absent
  --tenant NAME        for whom; default if absent
  --json               as data`;

type Action = (fabric: NatsFabric, line: CommandLine, signal: AbortSignal) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = {
  list: async (fabric, { positionals, terminal, flags }, signal) => {
    const [{ parseNeeds }, { farmLines }] = [
      await import("../farm/needs.js"),
      await import("../app/farm/farm-lines.js"),
    ];
    const devices = await fabric.list(parseNeeds(positionals[1] ?? ""), signal);
    if (flags["json"]) printJson(terminal, { devices });
    else printText(terminal, farmLines(devices));
  },
  status: async (fabric, { positionals, terminal, flags }, signal) => {
    if (positionals[1] !== undefined) throw new UsageError(`"${positionals[1]}" is one word too many`);
    const { countStates, statusLines } = await import("../app/farm/farm-status.js");
    const counts = countStates(await fabric.list([], signal));
    if (flags["json"]) printJson(terminal, { hosts: counts });
    else printText(terminal, statusLines(counts));
  },
  acquire: async (fabric, line, signal) => {
    const { flags, config } = line;
    const [{ parseNeeds }, { tenantOf }] = [await import("../farm/needs.js"), await import("../app/farm/open-farm.js")];
    const texts = wantedNeeds(line);
    const ttlMs = (integerFlag(flags, "ttl") ?? 300) * 1_000;
    const waitMs = (integerFlag(flags, "wait") ?? 0) * 1_000;
    await printLeases(
      await fabric.acquire(texts.map(parseNeeds), { ttlMs, waitMs, tenant: tenantOf(config) }, signal),
      line,
    );
  },
  renew: async (fabric, line, signal) => {
    const name = requirePositional(line.positionals, 1, "LEASE");
    await printLeases([await fabric.renew(await fabric.named(name, signal), signal)], line);
  },
  release: async (fabric, { positionals, terminal }, signal) => {
    const lease = await fabric.named(requirePositional(positionals, 1, "LEASE"), signal);
    await fabric.release(lease, signal);
    printText(terminal, `released ${lease.device}`);
  },
  drain: async (fabric, { positionals, terminal, flags }, signal) => {
    const host = requirePositional(positionals, 1, "HOST");
    const isDrained = flags["end"] !== true;
    await fabric.drain(host, isDrained, signal);
    const hosts = new Set((await fabric.list([], signal)).map((phone) => phone.host));
    const isThere = hosts.has(host)
      ? ""
      : `; it has no phones in the farm now (${[...hosts].join(", ") || "nobody"} has)`;
    printText(terminal, `${host} grants ${isDrained ? "no more phones" : "phones again"}${isThere}`);
  },
  quarantine: async (fabric, { positionals, terminal, flags }, signal) => {
    const device = requirePositional(positionals, 1, "DEVICE");
    const minutes = flags["end"] === true ? 0 : integerFlag(flags, "minutes");
    const reason = textFlag(flags, "reason") ?? (flags["end"] === true ? "ended" : undefined);
    if (minutes === undefined || reason === undefined) throw new UsageError("a quarantine has --reason and --minutes");
    const untilMs = minutes === 0 ? 0 : Date.now() + minutes * 60_000;
    await fabric.quarantine(device, { reason, untilMs }, signal);
    printText(
      terminal,
      untilMs === 0 ? `${device} is in service` : `${device} is out of service for ${minutes} minutes`,
    );
  },
};

/** Of each phone that is wanted: one that is named by a word, or those of `--needs`. */
function wantedNeeds({ flags, positionals }: CommandLine): readonly string[] {
  const [, word] = positionals;
  const given = flags["needs"];
  if (!Array.isArray(given)) return [word ?? ""];
  if (word !== undefined) throw new UsageError(`"${word}" is one word too many beside --needs`);
  return given.map(String);
}

/** Looks at a farm and changes it. */
export const farm: Command = async (call, signal) => {
  const line = readCommandLine(call, FLAGS, 2);
  const { terminal, config, flags, positionals } = line;
  const [what] = positionals;
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  const { lookUp } = await import("../base/word-table.js");
  const action = what === undefined ? undefined : lookUp(ACTIONS, what);
  if (!action) throw new UsageError(`what about the farm? One of ${Object.keys(ACTIONS).join(", ")}`);
  const { openFarm } = await import("../app/farm/open-farm.js");
  await using fabric = await openFarm(config, "fovea farm", signal);
  await action(fabric, line, signal);
  return EXIT.done;
};

async function printLeases(leases: readonly Lease[], { terminal, flags }: CommandLine): Promise<void> {
  const { leaseLine } = await import("../app/farm/lease-tools.js");
  if (flags["json"]) printJson(terminal, { leases });
  else printText(terminal, leases.map(leaseLine).join("\n"));
}
