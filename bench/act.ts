import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { By } from "../src/actions/proof/performed.js";
import { tap } from "../src/actions/verbs/tap.js";
import { center } from "../src/base/geometry.js";
import { pollUntil } from "../src/base/signals.js";
import type { OnDeviceClient } from "../src/devices/companion/companion-client.js";
import { NO_COMPANION } from "../src/devices/companion/companion-link.js";
import type { Device } from "../src/devices/device.js";
import { openDevices } from "../src/devices/devices.js";
import { observe } from "../src/observe/observe.js";
import { OBSERVE_TREE } from "../src/observe/observe-request.js";
import type { UiElement } from "../src/screen/element.js";
import { parseTarget } from "../src/screen/selector.js";
import type { Session } from "../src/session/session.js";
import { Sessions } from "../src/session/sessions.js";
import { useCompanions } from "../test/support/companion-ways.js";
import { startRealAdb } from "../test/support/real-adb.js";
import { measureDoubt } from "./act-doubt.js";
import { measureHostile } from "./act-hostile.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { meterCompanion, meterInput } from "./gap-meter.js";
import { flagValue, startPhone } from "./start-phone.js";

const WARM_UPS = 3;
const DEFAULT_RUNS = 50;
const MOST_OVERHEAD_MS = 30;
const MOST_SENT_MS = 40;

/**
 * `tap` through the on-device service and the installed adb's own server, to the answer with the screen afterwards, on
 * a screen of 300 nodes that a virtual phone in another process shows. `overhead` is the wall time minus the device's
 * own time: the time of the act itself, and the reported times of waiting for a reaction, of waiting for quiet, and of
 * the walks. `only sent` is a tap with `answer: "none"`, on a stable screen: its target is checked, and the screen is
 * not observed afterwards.
 */
export const actBench: Bench = {
  name: "act",
  about:
    "tap through the on-device service, to its result [--profile NAME] [--runs N] [--api N]; --hostile: on a screen that changes meanwhile [--made-runs N] [--made-seed S] [--runs N] [--seed S] [--path input|companion] [--real-adb] [--real-adb-runs N]; --doubt: how many right touches are doubted [--runs N] [--seed S] [--path input|companion] [--scene NAME]",
  run: async (args) => {
    if (args.includes("--doubt")) return await measureDoubt(args);
    return args.includes("--hostile") ? await measureHostile(args) : await measureSpeed(args);
  },
};

async function measureSpeed(args: readonly string[]): Promise<BenchResult> {
  return await measure({
    profile: flagValue(args, "--profile") ?? "instant",
    api: flagValue(args, "--api") ?? "33",
    runs: Number(flagValue(args, "--runs") ?? DEFAULT_RUNS),
  });
}

/** The kinds of tap: a ref is clicked, a point is touched. */
const KINDS: readonly { readonly by: By; readonly targetFor: (cell: UiElement) => string }[] = [
  { by: "click", targetFor: ({ ref }) => ref },
  { by: "gesture", targetFor: ({ bounds }) => `${center(bounds).x},${center(bounds).y}` },
];

interface Plan {
  readonly profile: string;
  readonly api: string;
  readonly runs: number;
}

async function measure({ profile, api, runs }: Plan): Promise<BenchResult> {
  const flags = ["--app", "stress", "--api", api, "--profile", profile];
  const byCompanion = await onPhone([...flags, "--on-device", "enabled"], async (device, stateDir) => {
    using sessions = new Sessions(stateDir, { onDevice: useCompanions() });
    const session = sessions.of(device);
    return { ...(await takeTurns(session, runs)), sent: await sendInTurns(session, runs) };
  });
  const gapsByInput = await onPhone(flags, async (device, stateDir) => {
    const meter = meterInput(device);
    using sessions = new Sessions(stateDir, { onDevice: NO_COMPANION });
    await tapByInput(sessions.of(meter.device), Math.min(runs, MOST_INPUT_RUNS));
    return meter.gapsMs;
  });
  return report(byCompanion, new Map([...byCompanion.gaps, ["input", gapsByInput]]));
}

/** Few, because each run waits for uiautomator afterwards. */
const MOST_INPUT_RUNS = 10;

async function onPhone<Result>(
  flags: readonly string[],
  work: (device: Device, stateDir: string) => Promise<Result>,
): Promise<Result> {
  await using adb = await startRealAdb();
  const { child, address } = await startPhone(flags);
  const stateDir = mkdtempSync(join(tmpdir(), "fovea-bench-"));
  try {
    await using devices = openDevices({ port: adb.port, remoteTargets: [address], env: {} });
    return await work(await devices.get(address, AbortSignal.timeout(10_000)), stateDir);
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
    child.kill();
    await once(child, "exit");
  }
}

/** Taps the same element again and again by its current ref; each tap is checked by pixels. */
async function tapByInput(session: Session, runs: number): Promise<void> {
  for (let turn = 0; turn < runs; turn += 1) {
    const { ref } = await findCell(session);
    await tap(session, { target: parseTarget(ref), count: 1, holdMs: 0 }, AbortSignal.timeout(60_000));
  }
}

interface TimedTap {
  readonly wallMs: number;
  /** The device's own part of the wall time. */
  readonly deviceMs: number;
}

/** Sends each tap after one with an answer, so that the screen is stable. */
async function sendInTurns(session: Session, runs: number): Promise<ReadonlyMap<By, readonly number[]>> {
  const times = new Map<By, number[]>(KINDS.map(({ by }) => [by, []]));
  for (let turn = 0; turn < runs + WARM_UPS; turn += 1) {
    for (const { by, targetFor } of KINDS) {
      const cell = await findCell(session);
      const request = { target: parseTarget(targetFor(cell)), count: 1, holdMs: 0 };
      const startedAt = performance.now();
      const sent = await tap(session, { ...request, onlySends: true }, AbortSignal.timeout(60_000));
      const wallMs = performance.now() - startedAt;
      if (sent.by !== by || sent.verdict.kind !== "sent") throw new Error(`${sent.did} by ${sent.by}`);
      if (turn >= WARM_UPS) times.get(by)?.push(wallMs);
      const { x, y } = center(cell.bounds);
      await tap(session, { ...request, target: parseTarget(`${x},${y}`) }, AbortSignal.timeout(60_000));
    }
  }
  return times;
}

interface Taps {
  readonly timed: ReadonlyMap<By, readonly TimedTap[]>;
  /** From the last check of a target to the touch, in ms. */
  readonly gaps: ReadonlyMap<By, readonly number[]>;
}

async function takeTurns(session: Session, runs: number): Promise<Taps> {
  const taps = new Map<By, TimedTap[]>(KINDS.map(({ by }) => [by, []]));
  const gaps = new Map<By, number[]>(KINDS.map(({ by }) => [by, []]));
  await findCell(session);
  const meter = new DeviceMeter(session);
  const { gapsMs } = meterCompanion(clientOf(session));
  for (let turn = 0; turn < runs + WARM_UPS; turn += 1) {
    for (const { by, targetFor } of KINDS) {
      // The meaning of a check box includes its state and the title with the count: after each tap its ref is new.
      const cell = await findCell(session);
      meter.reset();
      const startedAt = performance.now();
      const request = { target: parseTarget(targetFor(cell)), count: 1, holdMs: 0 };
      const result = await tap(session, request, AbortSignal.timeout(60_000));
      const wallMs = performance.now() - startedAt;
      if (result.by !== by) throw new Error(`the tap went by ${result.by}, not by ${by}`);
      if (turn < WARM_UPS) continue;
      taps.get(by)?.push({ wallMs, deviceMs: meter.totalMs });
      gaps.get(by)?.push(...gapsMs.slice(-1));
    }
  }
  return { timed: taps, gaps };
}

function clientOf({ onDevice: { current } }: Session): OnDeviceClient {
  if (!current) throw new Error("there is no companion");
  return current.client;
}

/** Waits for the cell, since the phone takes a moment to show its app. */
async function findCell(session: Session): Promise<UiElement> {
  const signal = AbortSignal.timeout(20_000);
  const look = async () => {
    const { observation } = await observe(session, OBSERVE_TREE, signal);
    const isRead = observation.hierarchySource === "a11y-service" || session.onDevice.current === undefined;
    return isRead ? observation.elements.find(({ role }) => role === "checkbox") : undefined;
  };
  return await pollUntil(look, 100, signal);
}

/** Requests whose device time is measured here, because the answer does not contain the time that the app took. */
const ACTS: ReadonlySet<string> = new Set(["nodeAction", "gesture"]);

/** Adds up the device's own time: for acts the time until the answer, for other requests the time in the answer. */
class DeviceMeter {
  totalMs = 0;

  constructor(session: Session) {
    const client = clientOf(session);
    const request = client.request.bind(client);
    const metered: OnDeviceClient["request"] = async (method, params, signal, options) => {
      const startedAt = performance.now();
      const answer = await request(method, params, signal, options);
      this.totalMs += ACTS.has(method) ? performance.now() - startedAt : ownTimeOf(answer.result);
      return answer;
    };
    Object.assign(client, { request: metered });
  }

  reset(): void {
    this.totalMs = 0;
  }
}

function ownTimeOf(result: object): number {
  const reported = ["waitedMs", "walkMs"].map((field): unknown => Reflect.get(result, field));
  return reported.reduce((sum: number, value) => sum + (typeof value === "number" ? value : 0), 0);
}

function report(
  { timed: taps, sent }: Pick<Taps, "timed"> & { readonly sent: ReadonlyMap<By, readonly number[]> },
  gaps: Taps["gaps"],
): BenchResult {
  const figures = [
    ...[...taps].flatMap(([by, timed]) => figuresOf(by, timed)),
    ...[...sent].flatMap(([by, times]) => sentFigures(by, times)),
    ...[...gaps].flatMap(([by, gapsMs]) => gapFigures(by, gapsMs)),
  ];
  const rows = figures.map((figure) => [figure.name, figure.value, figure.unit]);
  return { text: table([["figure", "value", "unit"], ...rows]), figures };
}

function sentFigures(by: By, times: readonly number[]): readonly Figure[] {
  const figure = (name: string, share: number): Figure => {
    return { name: `by ${by}, only sent: ${name}`, value: percentile(times, share), unit: "ms" };
  };
  return [{ ...figure("p50", 0.5), atMost: MOST_SENT_MS }, figure("p95", 0.95)];
}

/** With the companion by the host's clock, including the round trip; with `input` by the device's clock. */
function gapFigures(by: By, gapsMs: readonly number[]): readonly Figure[] {
  const figure = (name: string, share: number): Figure => {
    return { name: `by ${by}: last check to touch ${name}`, value: percentile(gapsMs, share), unit: "ms" };
  };
  return [figure("p50", 0.5), figure("p95", 0.95)];
}

function figuresOf(by: By, taps: readonly TimedTap[]): readonly Figure[] {
  const wall = taps.map(({ wallMs }) => wallMs);
  const overhead = taps.map(({ wallMs, deviceMs }) => wallMs - deviceMs);
  const figure = (name: string, value: number): Figure => ({ name: `by ${by}: ${name}`, value, unit: "ms" });
  return [
    figure("p50", percentile(wall, 0.5)),
    figure("p95", percentile(wall, 0.95)),
    { ...figure("overhead p50", percentile(overhead, 0.5)), atMost: MOST_OVERHEAD_MS },
    figure("overhead p95", percentile(overhead, 0.95)),
  ];
}
