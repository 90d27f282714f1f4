import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pollUntil } from "../src/base/signals.js";
import { type DeviceRegistry, openDevices } from "../src/devices/devices.js";
import { nodeAddress } from "../src/observe/companion/node-address.js";
import { observe } from "../src/observe/observe.js";
import { OBSERVE_ALL, OBSERVE_TREE, type ObserveRequest } from "../src/observe/observe-request.js";
import { openReadingThreads } from "../src/observe/reading/reading.js";
import type { Observation } from "../src/screen/observation.js";
import type { Session } from "../src/session/session.js";
import { Sessions } from "../src/session/sessions.js";
import { useCompanions } from "../test/support/companion-ways.js";
import { startRealAdb } from "../test/support/real-adb.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue, startPhone } from "./start-phone.js";

const WARM_UPS = 5;
const DEFAULT_RUNS = 200;

/**
 * `observe` through the installed adb's own server, on a screen of 300 nodes that a virtual phone in another process
 * shows. Both kinds of observation take turns in one run. `overhead` is the wall time minus the time of the longest adb
 * stream: the time that Fovea itself adds until the end of the call. `--profile NAME` gives the phone the delays of a
 * real one, `--runs N` is the number of observations of each kind. With `--service` the tree comes from the on-device
 * service, and `overhead` is the wall time minus the service's own walk.
 */
export const observeBench: Bench = {
  name: "observe",
  about: "observe through a real adb server [--service] [--in-place] [--profile NAME] [--runs N] [--api N]",
  run: async (args) =>
    await measure({
      profile: flagValue(args, "--profile") ?? "instant",
      api: flagValue(args, "--api") ?? "33",
      runs: Number(flagValue(args, "--runs") ?? DEFAULT_RUNS),
      isLive: args.includes("--service"),
      isInPlace: args.includes("--in-place"),
    }),
};

interface Kind {
  readonly name: string;
  readonly request: ObserveRequest;
  /** Whether something is tapped on the phone before each observation, so that the tree changes. */
  readonly changes?: boolean;
  readonly atMostMs?: number;
}

const KINDS: readonly Kind[] = [
  { name: "with screenshot", request: OBSERVE_ALL },
  { name: "without screenshot", request: { ...OBSERVE_ALL, screenshot: false } },
];

/** The observations of a board by the service; a changed hierarchy may take `atMostMs` longer than its walk. */
function liveKinds(atMostMs: number): readonly Kind[] {
  return [
    { name: "walked, changed", request: OBSERVE_TREE, changes: true, atMostMs },
    { name: "walked, the same", request: OBSERVE_TREE, atMostMs },
    { name: "by events, unchanged", request: { ...OBSERVE_TREE, fresh: false }, atMostMs: 3 },
  ];
}

interface Board {
  readonly app: string;
  readonly kinds: readonly Kind[];
  /** The prefix of the names of its figures. */
  readonly prefix: string;
}

const BOARDS: readonly Board[] = [{ app: "stress", kinds: KINDS, prefix: "" }];
const LIVE_BOARDS: readonly Board[] = [
  { app: "stress", kinds: liveKinds(5), prefix: "" },
  { app: "com.fovea.stress/com.fovea.stress.HugeActivity", kinds: liveKinds(15), prefix: "huge board: " },
];

interface Plan {
  readonly profile: string;
  readonly api: string;
  readonly runs: number;
  /** Whether the on-device service is used. */
  readonly isLive: boolean;
  /** Whether large pictures and trees are read without the threads that a server uses. */
  readonly isInPlace: boolean;
}

async function measure(plan: Plan): Promise<BenchResult> {
  const figures: Figure[] = [];
  for (const board of plan.isLive ? LIVE_BOARDS : BOARDS) {
    const found = await measureBoard(board, plan);
    figures.push(...found.map((figure) => ({ ...figure, name: board.prefix + figure.name })));
  }
  const rows = figures.map((figure) => [figure.name, figure.value, figure.unit]);
  return { text: table([["figure", "value", "unit"], ...rows]), figures };
}

async function measureBoard(
  { app, kinds }: Board,
  { profile, api, runs, isLive, isInPlace }: Plan,
): Promise<readonly Figure[]> {
  await using adb = await startRealAdb();
  const companion = isLive ? ["--on-device", "enabled"] : [];
  const { child, address } = await startPhone(["--app", app, "--api", api, "--profile", profile, ...companion]);
  const stateDir = mkdtempSync(join(tmpdir(), "fovea-bench-"));
  try {
    await using devices = openDevices({ port: adb.port, remoteTargets: [address], env: {} });
    await using workers = openReadingThreads();
    const threads = isInPlace ? {} : { workers };
    using sessions = new Sessions(stateDir, { ...threads, ...(isLive ? { onDevice: useCompanions() } : {}) });
    const session = sessions.of(await devices.get(address, AbortSignal.timeout(10_000)));
    await untilShown(session);
    const looks = await takeTurns(session, kinds, runs);
    return [...report(kinds, looks), ...(await roundTrips(session, runs)), hostSpawns(devices)];
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

/** Waits until the app has started: then an observation is complete. */
async function untilShown(session: Session): Promise<void> {
  const signal = AbortSignal.timeout(30_000);
  const look = async () =>
    (await observe(session, OBSERVE_TREE, signal)).observation.error === null ? true : undefined;
  await pollUntil(look, 100, signal);
}

async function takeTurns(session: Session, kinds: readonly Kind[], runs: number): Promise<Looks> {
  const looks = new Map<string, TimedLook[]>(kinds.map(({ name }) => [name, []]));
  for (let turn = 0; turn < runs + WARM_UPS; turn += 1) {
    for (const { name, request, changes } of kinds) {
      if (changes) await changeScreen(session);
      const startedAt = performance.now();
      const { observation } = await observe(session, request, AbortSignal.timeout(60_000));
      const wallMs = performance.now() - startedAt;
      if (observation.error !== null) throw new Error(observation.error);
      if (turn >= WARM_UPS) looks.get(name)?.push({ observation, wallMs });
    }
  }
  return looks;
}

/** The time of a request to the service without a walk: the round trip, and the phone's own time. */
async function roundTrips(session: Session, runs: number): Promise<readonly Figure[]> {
  const companion = session.onDevice.current;
  if (!companion) return [];
  const times: number[] = [];
  for (let turn = 0; turn < runs; turn += 1) {
    const startedAt = performance.now();
    await companion.client.request("facts", {}, AbortSignal.timeout(10_000));
    times.push(performance.now() - startedAt);
  }
  return [{ name: "round trip to the service: p50", value: percentile(times, 0.5), unit: "ms" }];
}

function hostSpawns({ hostSpawns: value }: DeviceRegistry): Figure {
  return { name: "host spawns", value, unit: "processes" };
}

/** Marks a cell of the board, or takes its mark away. */
async function changeScreen(session: Session): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const companion = session.onDevice.current;
  const last = session.lastObservation;
  if (!companion || !last) return;
  const cell = last.elements.find(({ resourceId }) => /cell_\d+$/.test(resourceId ?? ""));
  const target = cell && nodeAddress(last, cell);
  if (!target) throw new Error("the board has no cell to mark");
  const { result } = await companion.client.request("nodeAction", { target, action: "click", mayDiffer: true }, signal);
  await companion.waitIdle({ after: result.seq, timeoutMs: 2_000 }, signal);
}

function report(kinds: readonly Kind[], looks: Looks): readonly Figure[] {
  const figures = kinds.flatMap((kind) => figuresOf(kind, looks.get(kind.name) ?? []));
  const nodes = [...looks.values()][0]?.[0]?.observation.viewHierarchy?.nodes.length ?? 0;
  return [{ name: "nodes", value: nodes, unit: "nodes" }, ...figures];
}

function figuresOf({ name: kind, atMostMs }: Kind, looks: readonly TimedLook[]): readonly Figure[] {
  const costs = looks.map(({ observation }) => observation.cost);
  const wall = looks.map(({ wallMs }) => wallMs);
  const overhead = looks.map(({ wallMs, observation }) => wallMs - deviceMs(observation));
  const figure = (name: string, value: number, unit: string): Figure => ({ name: `${kind}: ${name}`, value, unit });
  return [
    figure("p50", percentile(wall, 0.5), "ms"),
    figure("p95", percentile(wall, 0.95), "ms"),
    figure("p99", percentile(wall, 0.99), "ms"),
    {
      ...figure("overhead p50", percentile(overhead, 0.5), "ms"),
      ...(atMostMs === undefined ? {} : { atMost: atMostMs }),
    },
    figure("overhead p95", percentile(overhead, 0.95), "ms"),
    figure("adb streams", mean(costs.map(({ adbStreams }) => adbStreams)), "per call"),
    figure("device processes", mean(costs.map(({ deviceProcesses }) => deviceProcesses)), "per call"),
  ];
}

/** The time that passed on the device or in adb, independent of Fovea's own work. */
function deviceMs({ cost }: Observation): number {
  return Math.max(cost.walkMs ?? 0, cost.longestStreamMs);
}

function mean(values: readonly number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
}
