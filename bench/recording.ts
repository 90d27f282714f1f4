import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../src/base/config.js";
import { pollUntil } from "../src/base/signals.js";
import { openDevices } from "../src/devices/devices.js";
import { Recorder } from "../src/recorder/recorder.js";
import { callTool } from "../src/server/call-tool.js";
import { Consents } from "../src/server/consents.js";
import { Guard } from "../src/server/guard/guard.js";
import { type ServerParts, toolContext } from "../src/server/tool-context.js";
import { Sessions } from "../src/session/sessions.js";
import type { AnyTool } from "../src/tool-contract/tool.js";
import { observe } from "../src/tools/observe.js";
import { tap } from "../src/tools/tap.js";
import { useCompanions } from "../test/support/companion-ways.js";
import { startRealAdb } from "../test/support/real-adb.js";
import { type Bench, type BenchResult, percentile, table } from "./bench.js";
import { flagValue, startPhone } from "./start-phone.js";

const WARM_UPS = 6;
const DEFAULT_RUNS = 60;
const MOST_OVERHEAD_MS = 5;

/**
 * The time that recording adds to a call: `observe` and `tap` through the on-device service on a screen of 300 nodes,
 * in turn with a trace, with a trace without pictures, and without a trace, each in its own server. Between two calls
 * the bench waits until the trace is written, because a real caller also reads the answer first.
 */
export const recordingBench: Bench = {
  name: "recording",
  about: "observe and tap with a trace and without, in turn [--runs N] [--profile NAME]",
  run: async (args) => await measure(Number(flagValue(args, "--runs") ?? DEFAULT_RUNS), flagValue(args, "--profile")),
};

const WAYS = ["none", "words", "pictures"] as const;
type Way = (typeof WAYS)[number];

async function measure(runs: number, profile = "instant"): Promise<BenchResult> {
  await using adb = await startRealAdb();
  const phone = ["--app", "stress", "--api", "33", "--profile", profile, "--on-device", "enabled"];
  const { child, address } = await startPhone(phone);
  const folder = mkdtempSync(join(tmpdir(), "fovea-bench-"));
  try {
    await using devices = openDevices({ port: adb.port, remoteTargets: [address], env: {} });
    const serve = (way: Way) => ({ way, parts: partsFor(way, { folder, devices }) });
    const servers = [serve("none"), serve("words"), serve("pictures")] as const;
    const times = new Map<string, number[]>();
    for (const { parts } of servers)
      await pollUntil(async () => await isShown(parts), 100, AbortSignal.timeout(20_000));
    for (let run = 0; run < runs + WARM_UPS; run += 1) {
      for (const [tool, args] of CALLS) {
        for (const { way, parts } of ordered(servers, run)) {
          const ms = await timed(parts, tool, args);
          await parts.recorder.settled();
          if (run >= WARM_UPS) push(times, `${tool.name} ${way}`, ms);
        }
      }
    }
    for (const { parts } of servers) {
      await parts.recorder[Symbol.asyncDispose]();
      parts.sessions[Symbol.dispose]();
    }
    return report(times);
  } finally {
    child.kill();
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

const CALLS: readonly (readonly [AnyTool, Readonly<Record<string, unknown>>])[] = [
  [observe, {}],
  [tap, { target: "checkbox #1" }],
];

function partsFor(
  way: Way,
  { folder, devices }: { readonly folder: string; readonly devices: ServerParts["devices"] },
): ServerParts {
  const config = {
    ...readConfig({}, {}),
    guard: "off" as const,
    stateDir: join(folder, `state-${way}`),
    tracePictures: way === "pictures" ? ("on" as const) : ("off" as const),
  };
  const recorder = new Recorder(config);
  if (way !== "none") recorder.start(join(folder, `trace-${way}`));
  const sessions = new Sessions(config.stateDir, {
    onDevice: useCompanions(),
    watch: (session) => recorder.watch(session),
  });
  return { config, devices, sessions, recorder, consents: new Consents(), guard: new Guard(config, "serve") };
}

async function isShown(parts: ServerParts): Promise<boolean | undefined> {
  const { toJson } = await observe.perform(
    {},
    toolContext(parts, () => {}),
    AbortSignal.timeout(20_000),
  );
  return JSON.stringify(toJson()).includes('"role":"checkbox"') ? true : undefined;
}

async function timed(parts: ServerParts, tool: AnyTool, args: Readonly<Record<string, unknown>>): Promise<number> {
  const context = toolContext(parts, () => {});
  const startedAt = performance.now();
  const result = await callTool(tool, args, context, AbortSignal.timeout(60_000));
  const ms = performance.now() - startedAt;
  if (result["isError"] === true) throw new Error(JSON.stringify(result).slice(0, 500));
  return ms;
}

/** The three in a different order each turn, because the phone's previous work may slow the next call. */
function ordered<T>(all: readonly [T, T, T], turn: number): readonly T[] {
  const [a, b, c] = all;
  const orders = [all, [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] as const;
  return orders[turn % orders.length] ?? all;
}

function push(times: Map<string, number[]>, name: string, ms: number): void {
  times.set(name, [...(times.get(name) ?? []), ms]);
}

function report(times: ReadonlyMap<string, readonly number[]>): BenchResult {
  const rows: (readonly (string | number)[])[] = [["call", "trace", "p50 ms", "p95 ms", "more than none, p50 ms"]];
  const figures = [];
  for (const [{ name }] of CALLS) {
    const base = times.get(`${name} none`) ?? [];
    for (const way of WAYS) {
      const all = times.get(`${name} ${way}`) ?? [];
      // Compares times of the same turn: a slow moment of phone or host affects all of them.
      const more = percentile(
        all.map((ms, turn) => ms - (base[turn] ?? ms)),
        0.5,
      );
      rows.push([name, way, percentile(all, 0.5), percentile(all, 0.95), way === "none" ? "" : more]);
      if (way !== "none")
        figures.push({ name: `${name} with ${way}`, value: more, unit: "ms", atMost: MOST_OVERHEAD_MS });
    }
  }
  return { text: table(rows), figures };
}
