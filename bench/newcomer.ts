import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { packageRoot } from "../src/base/assets.js";
import { openDevices } from "../src/devices/devices.js";
import { retryRead } from "../src/devices/retry-read.js";
import { readScript } from "../src/devices/script.js";
import { type RealAdb, startRealAdb } from "../test/support/real-adb.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { StdioClient } from "./start/stdio-client.js";
import { flagValue, startPhone } from "./start-phone.js";

const DEFAULT_RUNS = 15;
const COMPILED = join(packageRoot(), "dist");
const PACKED = join(COMPILED, "package");
const MAIN = join(PACKED, "cli", "main.js");
const EMPTY = join(COMPILED, "bench", "start", "empty-server.js");

/**
 * What a new user experiences: the packed program, every option at its default, no setup on the phone, a real adb
 * server. Each time is compared with two reference times of the same run: of `adb shell true`, and of an MCP server of
 * the same library that does nothing.
 */
export const newcomerBench: Bench = {
  name: "newcomer",
  about: "defaults, nothing set up: start, first and warm observation, tap, command line [--runs N] [--profile NAME]",
  run: async (args) => {
    const runs = Number(flagValue(args, "--runs") ?? DEFAULT_RUNS);
    const profile = flagValue(args, "--profile") ?? "instant";
    execFileSync(process.execPath, [join(packageRoot(), "scripts", "bundle.mjs")]);
    await using adb = await startRealAdb();
    const { child, address } = await startPhone(["--app", "form", "--profile", profile]);
    const home = mkdtempSync(join(tmpdir(), "fovea-newcomer-"));
    try {
      return await measure({ adb, address, home }, runs);
    } finally {
      child.kill();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

interface Place {
  readonly adb: RealAdb;
  readonly address: string;
  /** HOME of the measured programs: a new folder, which all runs share, as they share caches of compiled code. */
  readonly home: string;
}

const ROWS = [
  "adb shell true",
  "empty server: handshake",
  "handshake",
  "connect + first observation",
  "warm observation",
  "observation after a change",
  "tap with its result",
  "screenshot",
  "command line: observe",
] as const;
type Row = (typeof ROWS)[number];

interface Run {
  readonly times: Readonly<Record<Row, number>>;
  readonly commandMb: number;
  readonly unchangedTokens: number;
  /** The source of the elements in the first and in the second observation, from their headers. */
  readonly sources: readonly string[];
}

async function measure(place: Place, runs: number): Promise<BenchResult> {
  await runOnce(place); // fills the caches of files and of compiled code
  const all: Run[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await runOnce(place));
  const of = (row: Row) =>
    percentile(
      all.map(({ times }) => times[row]),
      0.5,
    );
  const middle = (pick: (run: Run) => number) => percentile(all.map(pick), 0.5);
  const roundTrip = of("adb shell true");
  const atMost: Partial<Record<Row, number>> = {
    handshake: 1.2 * of("empty server: handshake"),
    "connect + first observation": 500,
    "warm observation": 1.5 * roundTrip + 5,
    "command line: observe": 500,
  };
  const figures: readonly Figure[] = [
    ...ROWS.map((row): Figure => {
      const most = atMost[row];
      const budget = most === undefined ? {} : { atMost: Math.round(most * 10) / 10 };
      return { name: row, value: of(row), unit: "ms", ...budget };
    }),
    { name: "command line: memory", value: middle((run) => run.commandMb), unit: "MB", atMost: 80 },
    { name: "unchanged screen again", value: middle((run) => run.unchangedTokens), unit: "tokens", atMost: 40 },
    { name: "3 changes in 97 lines", value: await countChangedTokens(place), unit: "tokens", atMost: 90 },
  ];
  const rows = figures.map(({ name, value, unit, atMost: most }) => [name, value, unit, most ?? ""]);
  const sources = [...new Set(all.map((run) => run.sources.join(", then ")))].join("; ");
  const note = `Medians of ${runs}. The elements came from ${sources}.`;
  return { text: `${table([["figure", "value", "unit", "goal"], ...rows])}\n${note}`, figures };
}

const TERMS = "id/terms";

async function runOnce(place: Place): Promise<Run> {
  const { adb, address, home } = place;
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: "", XDG_CACHE_HOME: "" };
  const options = ["--adb-port", String(adb.port), "--connect", address];
  const empty = await timeEmpty();
  await using client = new StdioClient([MAIN, "serve", ...options], env);
  const handshake = await client.shakeHands();
  const first = await client.call("observe", {});
  const connected = client.sinceStartMs;
  const warm = await client.call("observe", {});
  const tap = await client.call("tap", { target: TERMS });
  const picture = await client.call("screenshot", {});
  await pressOutside(place);
  const changed = await client.call("observe", {});
  const roundTrip = await timeRoundTrip(place);
  const command = await timeCommand(["observe", ...options], env);
  return {
    times: {
      "adb shell true": roundTrip,
      "empty server: handshake": empty,
      handshake,
      "connect + first observation": connected,
      "warm observation": warm.ms,
      "observation after a change": changed.ms,
      "tap with its result": tap.ms,
      screenshot: picture.ms,
      "command line: observe": command.ms,
    },
    commandMb: command.mb,
    unchangedTokens: encode(warm.text).length,
    sources: [first.text, warm.text].map(sourceIn),
  };
}

/** The tokens of an observation after two cells of a board were pressed outside of Fovea; its title counts them. */
async function countChangedTokens(place: Place): Promise<number> {
  const { adb, address, home } = place;
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: "", XDG_CACHE_HOME: "" };
  await using client = new StdioClient([MAIN, "serve", "--adb-port", String(adb.port), "--connect", address], env);
  await client.shakeHands();
  await client.call("open_app", { package: "com.fovea.stress" });
  const { text } = await client.call("observe", { full: true, details: ["bounds"] });
  const lines = text.split("\n").length;
  if (lines !== 97) throw new Error(`the board has ${lines} lines`);
  for (const cell of ["Cell 3", "Cell 40"]) {
    const [, left, top] = new RegExp(`"${cell}".* \\[(\\d+),(\\d+)\\]\\[`).exec(text) ?? [];
    await pressOutside(place, { x: Number(left) + 5, y: Number(top) + 5 });
  }
  const reported = (await client.call("observe", {})).text;
  const changed = reported.split("\n").filter((line) => /^[-+~>] /.test(line)).length;
  if (changed !== 3) throw new Error(`${changed} lines changed: ${reported}`);
  return encode(reported).length;
}

function sourceIn(text: string): string {
  return /a11y-[a-z]+|uiautomator(?:-cache)?/.exec(text)?.[0] ?? "nothing known";
}

async function timeEmpty(): Promise<number> {
  await using client = new StdioClient([EMPTY]);
  return await client.shakeHands();
}

/** Touches the screen outside of Fovea, by default at the switch of the form. */
async function pressOutside({ adb, address }: Place, { x, y } = { x: 540, y: 1974 }): Promise<void> {
  const { code, stderr } = await adb.run("-s", address, "shell", "input", "tap", String(x), String(y));
  if (code !== 0) throw new Error(`adb shell input tap: ${stderr}`);
}

const LIMITS = { totalMs: 10_000, firstByteMs: 10_000, maxBytes: 1_000 };

async function timeRoundTrip({ adb, address }: Place): Promise<number> {
  await using devices = openDevices({ port: adb.port, remoteTargets: [address], env: {} });
  const device = await devices.get(address, AbortSignal.timeout(10_000));
  const once = async () => {
    const startedAt = performance.now();
    await retryRead(device, readScript(["true"]), LIMITS, AbortSignal.timeout(10_000));
    return performance.now() - startedAt;
  };
  await once();
  return percentile([await once(), await once(), await once()], 0.5);
}

/** How long the process of the command ran, and its peak memory (from Linux). */
async function timeCommand(words: readonly string[], env: NodeJS.ProcessEnv): Promise<{ ms: number; mb: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [MAIN, ...words], { env, stdio: ["ignore", "ignore", "inherit"] });
  let kilobytes = 0;
  const timer = setInterval(() => {
    kilobytes = Math.max(kilobytes, peakOf(child.pid));
  }, 5);
  const [code] = await once(child, "exit");
  const ms = performance.now() - startedAt;
  clearInterval(timer);
  if (code !== 0) throw new Error(`fovea ${words[0]} ended with ${code}`);
  return { ms, mb: Math.round(kilobytes / 1024) };
}

/** The peak memory of the process in kB; 0 if the process is gone or the system does not report it. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
