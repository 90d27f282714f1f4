import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/base/assets.js";
import { type DeviceRegistry, openDevices } from "../src/devices/devices.js";
import { OBSERVE_ALL, type ObserveRequest, observe } from "../src/observe/observe.js";
import type { Observation } from "../src/screen/observation.js";
import type { Session } from "../src/session/session.js";
import { Sessions } from "../src/session/sessions.js";
import { startRealAdb } from "../test/support/real-adb.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";

const WARM_UPS = 5;
const DEFAULT_RUNS = 200;

/**
 * `observe` through the installed adb's own server, on a screen of 300 nodes that a virtual phone in another process
 * shows. Both kinds of look take turns in one run. `overhead` is the wall time less the longest adb stream: what Fovea
 * itself adds, to the last moment of the call. `--profile NAME` gives the phone the costs of a real one, `--runs N` the number of looks of each kind.
 */
export const observeBench: Bench = {
  name: "observe",
  about: "observe through a real adb server [--profile NAME] [--runs N] [--api N]",
  run: async (args) =>
    await measure({
      profile: flagValue(args, "--profile") ?? "instant",
      api: flagValue(args, "--api") ?? "33",
      runs: Number(flagValue(args, "--runs") ?? DEFAULT_RUNS),
    }),
};

const KINDS: readonly { readonly name: string; readonly request: ObserveRequest }[] = [
  { name: "with screenshot", request: OBSERVE_ALL },
  { name: "without screenshot", request: { ...OBSERVE_ALL, screenshot: false } },
];

interface Plan {
  readonly profile: string;
  readonly api: string;
  readonly runs: number;
}

async function measure({ profile, api, runs }: Plan): Promise<BenchResult> {
  await using adb = await startRealAdb();
  const { child, address } = await startPhone(["--app", "stress", "--api", api, "--profile", profile]);
  const stateDir = mkdtempSync(join(tmpdir(), "fovea-bench-"));
  try {
    await using devices = openDevices({ port: adb.port, remoteTargets: [address], env: {} });
    const session = new Sessions(stateDir).of(await devices.get(address, AbortSignal.timeout(10_000)));
    const looks = await takeTurns(session, runs);
    return report(looks, devices);
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
    child.kill();
    await once(child, "exit");
  }
}

/** An observation, and how long its caller waited for it. */
interface TimedLook {
  readonly observation: Observation;
  readonly wallMs: number;
}

type Looks = ReadonlyMap<string, readonly TimedLook[]>;

async function takeTurns(session: Session, runs: number): Promise<Looks> {
  const looks = new Map<string, TimedLook[]>(KINDS.map(({ name }) => [name, []]));
  for (let turn = 0; turn < runs + WARM_UPS; turn += 1) {
    for (const { name, request } of KINDS) {
      const startedAt = performance.now();
      const { observation } = await observe(session, request, AbortSignal.timeout(60_000));
      const wallMs = performance.now() - startedAt;
      if (observation.error !== null) throw new Error(observation.error);
      if (turn >= WARM_UPS) looks.get(name)?.push({ observation, wallMs });
    }
  }
  return looks;
}

function report(looks: Looks, devices: DeviceRegistry): BenchResult {
  const figures = [...looks].flatMap(([name, timed]) => figuresOf(name, timed));
  const nodes = [...looks.values()][0]?.[0]?.observation.viewHierarchy?.nodes.length ?? 0;
  const all: readonly Figure[] = [
    { name: "nodes", value: nodes, unit: "nodes" },
    ...figures,
    { name: "host spawns", value: devices.hostSpawns, unit: "processes" },
  ];
  const rows = all.map((figure) => [figure.name, figure.value, figure.unit]);
  return { text: table([["figure", "value", "unit"], ...rows]), figures: all };
}

function figuresOf(kind: string, looks: readonly TimedLook[]): readonly Figure[] {
  const costs = looks.map(({ observation }) => observation.cost);
  const wall = looks.map(({ wallMs }) => wallMs);
  const overhead = looks.map(({ wallMs, observation }) => wallMs - observation.cost.longestStreamMs);
  const figure = (name: string, value: number, unit: string): Figure => ({ name: `${kind}: ${name}`, value, unit });
  return [
    figure("p50", percentile(wall, 0.5), "ms"),
    figure("p95", percentile(wall, 0.95), "ms"),
    figure("p99", percentile(wall, 0.99), "ms"),
    figure("overhead p50", percentile(overhead, 0.5), "ms"),
    figure("overhead p95", percentile(overhead, 0.95), "ms"),
    figure("adb streams", mean(costs.map(({ adbStreams }) => adbStreams)), "per call"),
    figure("device processes", mean(costs.map(({ deviceProcesses }) => deviceProcesses)), "per call"),
  ];
}

function mean(values: readonly number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
}

/** A virtual phone in a process of its own, so that it takes no time from what is measured. */
async function startPhone(flags: readonly string[]): Promise<{ child: ChildProcess; address: string }> {
  const main = join(packageRoot(), "dist", "src", "cli", "main.js");
  const child = spawn(process.execPath, [main, "virtual-device", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /adb connect (\S+)/.exec(line)?.[1];
    if (address) return { child, address };
  }
  throw new Error("the virtual phone did not start");
}

function flagValue(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
}
