import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/base/assets.js";
import { startRealAdb } from "../test/support/real-adb.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { StdioClient } from "./start/stdio-client.js";
import { flagValue, startPhone } from "./start-phone.js";

const COMPILED = join(packageRoot(), "dist");
const MAIN = join(COMPILED, "src", "cli", "main.js");
const REPORTER = join(COMPILED, "test", "support", "report-memory.js");
const DEFAULT_CALLS = 10_000;
/** The number of calls before the memory is read for the first time. */
const EARLY = 100;
const SAMPLES = 10;
const MOST_MB = 20;

/**
 * The memory of `fovea serve`, with default options and a phone behind a real adb server, after a hundred calls and
 * after thousands. The memory after a garbage collection shows leaks; the memory of the process is what a user sees.
 */
export const memoryBench: Bench = {
  name: "memory",
  about: "what `fovea serve` holds after 100 and after 10,000 calls [--calls N]",
  run: async (args) => {
    const calls = Number(flagValue(args, "--calls") ?? DEFAULT_CALLS);
    if (!(calls > EARLY)) throw new Error(`--calls is more than ${EARLY}`);
    await using adb = await startRealAdb();
    const { child, address } = await startPhone(["--app", "form", "--profile", "instant"]);
    const home = mkdtempSync(join(tmpdir(), "fovea-memory-"));
    try {
      const env = { ...process.env, HOME: home, XDG_STATE_HOME: "", XDG_CACHE_HOME: "" };
      const options = ["--adb-port", String(adb.port), "--connect", address];
      await using client = new StdioClient(["--import", REPORTER, MAIN, "serve", ...options], env);
      await client.shakeHands();
      return await measure(client, calls);
    } finally {
      child.kill();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

interface Sample {
  readonly calls: number;
  /** Heap and buffers after a garbage collection, in MB. */
  readonly inUse: number;
  /** The resident memory of the whole process before the collection, in MB. */
  readonly resident: number;
}

async function measure(client: StdioClient, calls: number): Promise<BenchResult> {
  const samples: Sample[] = [];
  const times: number[] = [];
  const kinds = new Map<string, number>();
  const every = Math.ceil((calls - EARLY) / SAMPLES);
  for (let call = 0; call < calls; call += 1) {
    const [name, args] = callAt(call);
    times.push((await client.call(name, args)).ms);
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
    const done = call + 1;
    if (done === EARLY || done === calls || (done > EARLY && (done - EARLY) % every === 0))
      samples.push(await sampleAfter(client, done));
  }
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new Error("memory was never read");
  const figures: readonly Figure[] = [
    { name: `in use after ${EARLY} calls`, value: first.inUse, unit: "MB" },
    { name: `in use after ${calls} calls`, value: last.inUse, unit: "MB", atMost: round(first.inUse + MOST_MB) },
    { name: `resident after ${EARLY} calls`, value: first.resident, unit: "MB" },
    {
      name: `resident after ${calls} calls`,
      value: last.resident,
      unit: "MB",
      atMost: round(first.resident + MOST_MB),
    },
    { name: "one call: p50", value: percentile(times, 0.5), unit: "ms" },
  ];
  const rows = samples.map(({ calls: done, inUse, resident }) => [done, inUse, resident]);
  const shown = figures.map(({ name, value, unit, atMost }) => [name, value, unit, atMost ?? ""]);
  const texts = [
    table([["calls", "in use MB", "resident MB"], ...rows]),
    table([["figure", "value", "unit", "goal"], ...shown]),
    [...kinds].map(([name, count]) => `${count} ${name}`).join(", "),
  ];
  return { text: texts.join("\n\n"), figures };
}

type Call = readonly [name: string, args: object];

const TERMS = "id/terms";
/** The calls that are not observations, by their place among a hundred; each except 60 leaves the form in front. */
const SELDOM: ReadonlyMap<number, Call> = new Map<number, Call>([
  [10, ["tap", { target: TERMS }]],
  [20, ["screenshot", {}]],
  [40, ["wait_for", { condition: TERMS }]],
  [50, ["list_devices", {}]],
  [60, ["open_app", { package: "com.fovea.notes" }]],
  [62, ["open_app", { package: "com.fovea.form" }]],
]);

/** The call with this number: mostly an observation, of a screen that changes every ten calls. */
function callAt(call: number): Call {
  const place = call % 100;
  const seldom = SELDOM.get(place);
  if (seldom) return seldom;
  if (place === 30) return ["type_text", { target: "id/name", text: `Ann ${call}` }];
  if (place === 61) return ["observe", {}];
  if (place % 10 === 5) return ["tap", { target: TERMS, answer: "none" }];
  if (place % 10 === 7) return ["find", { query: "checkbox" }];
  if (place % 10 === 9) return ["observe", { full: true }];
  return ["observe", {}];
}

async function sampleAfter(client: StdioClient, calls: number): Promise<Sample> {
  const [, inUse, resident] = await client.ask("SIGUSR2", /^in use: (\d+), resident: (\d+)$/m);
  const mb = (bytes: string | undefined) => round(Number(bytes) / 2 ** 20);
  return { calls, inUse: mb(inUse), resident: mb(resident) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
