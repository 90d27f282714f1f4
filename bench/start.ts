import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/base/assets.js";
import { startRealAdb } from "../test/support/real-adb.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue, startPhone } from "./start-phone.js";

const DEFAULT_RUNS = 15;
/** The limit as a multiple of the median of an empty server in the same run. */
const MOST_TIMES_EMPTY = 1.2;
/** If the companion cannot start, the first observation may take at most this much longer than without a companion. */
const MOST_LATER_MS = 100;

/** The start of `fovea serve` as a client sees it, compared with that of an empty server of the same library. */
export const startBench: Bench = {
  name: "start",
  about:
    "the start of `fovea serve`: handshake, list of tools, first observation, beside an empty server, and with nothing on the phone [--runs N] [--profile P] [--real-adb]",
  run: async (args) => {
    const runs = Number(flagValue(args, "--runs") ?? DEFAULT_RUNS);
    const profile = flagValue(args, "--profile") ?? "instant";
    const isReal = args.includes("--real-adb");
    await using adb = isReal ? await startRealAdb() : null;
    const state = mkdtempSync(join(tmpdir(), "fovea-start-"));
    const faults = join(state, "faults.json");
    writeFileSync(faults, JSON.stringify([{ command: "^app_process", fault: { kind: "hang" } }]));
    const phones: ChildProcess[] = [];
    const placeOf = async (...more: readonly string[]) => {
      const way = adb === null ? ["--adb-server-port", "0"] : [];
      const phone = await startPhone(["--app", "form", "--profile", profile, ...way, ...more]);
      phones.push(phone.child);
      const named = ["--connect", phone.address, "--device", phone.address];
      return ["--state-dir", state, "--adb-port", ...(adb === null ? [phone.adbPort] : [String(adb.port), ...named])];
    };
    try {
      return await measure(runs, await placeOf(), await placeOf("--faults", faults));
    } finally {
      for (const phone of phones) phone.kill();
      rmSync(state, { recursive: true, force: true });
    }
  },
};

const COMPILED = join(packageRoot(), "dist");
const MAIN = join(COMPILED, "src", "cli", "main.js");
const EMPTY = join(COMPILED, "bench", "start", "empty-server.js");

/** The requests after the handshake, one after another; each is a phase. */
const OBSERVATION = { method: "tools/call", params: { name: "observe", arguments: {} } };
const PHASES = [
  { name: "list of tools", method: "tools/list", params: {} },
  { name: "first observation", ...OBSERVATION },
  { name: "second observation", ...OBSERVATION },
  { name: "third observation", ...OBSERVATION },
] as const;

/** The time between two answers, in each start. */
function between(starts: readonly (readonly number[])[], from: number, to: number): readonly (readonly number[])[] {
  return starts.map((times) => [(times[to] ?? Number.NaN) - (times[from] ?? Number.NaN)]);
}

/** Measures in turns, so that other programs on the machine slow all of them equally. */
async function measure(runs: number, places: readonly string[], broken: readonly string[]): Promise<BenchResult> {
  const fovea = [MAIN, "serve", ...places];
  await startOnce(fovea); // fills the caches of files and of compiled code
  const own: (readonly number[])[] = [];
  const plain: (readonly number[])[] = [];
  const without: (readonly number[])[] = [];
  const empty: (readonly number[])[] = [];
  for (let run = 0; run < runs; run += 1) {
    own.push(await startOnce(fovea));
    plain.push(await startOnce([...fovea, "--companion", "off"]));
    without.push(await startOnce([MAIN, "serve", ...broken], 2));
    empty.push(await startOnce([EMPTY], 0));
  }
  const at = (starts: readonly (readonly number[])[], place: number, share = 0.5) =>
    percentile(
      starts.map((times) => times[place] ?? Number.NaN),
      share,
    );
  const ratio = Math.round((at(own, 0) / at(empty, 0)) * 100) / 100;
  const figures: readonly Figure[] = [
    { name: "runs", value: runs, unit: "starts" },
    { name: "handshake, empty server, p50", value: at(empty, 0), unit: "ms" },
    { name: "handshake p50", value: at(own, 0), unit: "ms" },
    { name: "handshake p95", value: at(own, 0, 0.95), unit: "ms" },
    { name: "handshake beside the empty server", value: ratio, unit: "times", atMost: MOST_TIMES_EMPTY },
    ...PHASES.map(({ name }, place) => ({ name: `${name} p50`, value: at(own, place + 1), unit: "ms" })),
    { name: "connect and first observation p50", value: at(between(own, 1, 2), 0), unit: "ms" },
    { name: "connect and first observation, --companion off, p50", value: at(between(plain, 1, 2), 0), unit: "ms" },
    {
      name: "connect and first observation, it cannot start, p50",
      value: at(between(without, 1, 2), 0),
      unit: "ms",
      atMost: at(between(plain, 1, 2), 0) + MOST_LATER_MS,
    },
    { name: "warm observation p50", value: at(between(own, 3, 4), 0), unit: "ms" },
    { name: "warm observation, --companion off, p50", value: at(between(plain, 3, 4), 0), unit: "ms" },
  ];
  const rows = figures.map(({ name, value, unit }) => [name, value, unit]);
  const note = "Times are from the start of the process, except for those of one observation.";
  return { text: `${table([["figure", "value", "unit"], ...rows])}\n${note}`, figures };
}

const HANDSHAKE = {
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

/** Milliseconds from the start of the process to each answer, the handshake's first. */
async function startOnce(args: readonly string[], phases: number = PHASES.length): Promise<readonly number[]> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const ask = (id: number, { method, params }: { readonly method: string; readonly params: object }) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  ask(0, HANDSHAKE);
  const times: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"isError":true') || line.includes('"error":')) throw new Error(line.slice(0, 500));
    times.push(performance.now() - startedAt);
    if (times.length === 1) child.stdin.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
    const next = PHASES[times.length - 1];
    if (next && times.length <= phases) ask(times.length, next);
    else child.stdin.end();
  }
  await ended;
  if (times.length !== phases + 1) throw new Error(`the server answered ${times.length} times`);
  return times;
}
