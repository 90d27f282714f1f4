import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { packageRoot } from "../src/base/assets.js";
import { makeTrace } from "../test/support/trace/make-trace.js";
import { type Bench, type BenchResult, type Figure, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const STEPS = 10_000;
const PAGE_STEPS = 500;
const SCREENS = 100;

/** Reads long traces with the command line: the time, processor time and peak memory of the process of each command. */
export const traceBench: Bench = {
  name: "trace",
  about: "reading a trace of 10,000 steps, and a page of 500 [--steps N]",
  run: async (args) => await measure(Number(flagValue(args, "--steps") ?? STEPS)),
};

async function measure(steps: number): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-bench-trace-"));
  try {
    const [long, pictured] = [join(folder, "long"), join(folder, "pictured")];
    await makeTrace(long, { steps, elements: 60, screens: 40, pictures: false });
    await makeTrace(pictured, { steps: PAGE_STEPS, elements: 60, screens: SCREENS, width: 1080, height: 2400 });
    const page = join(folder, "page.html");
    const [archive, packed] = [join(folder, "long.fovea"), ["export", long]];
    const runs: readonly (readonly [string, readonly string[]])[] = [
      [`validate ${steps} steps`, ["validate", long]],
      [`show ${steps} steps`, ["show", long]],
      [`stats of ${steps} steps`, ["stats", long]],
      [`export ${steps} steps`, [...packed, archive]],
      [`validate the .fovea file`, ["validate", archive]],
      [`page of ${PAGE_STEPS} steps, ${SCREENS} screenshots`, ["show", pictured, "--html", page]],
    ];
    const figures: Figure[] = [{ name: "steps.jsonl", value: megabytes(join(long, "steps.jsonl")), unit: "MB" }];
    for (const [name, words] of runs) {
      const { seconds, cpuSeconds, peakMb } = await runOnce(words);
      figures.push({ name, value: seconds, unit: "s" });
      figures.push({ name: `${name}: work`, value: cpuSeconds, unit: "CPU s" });
      figures.push({ name: `${name}: peak`, value: peakMb, unit: "MB" });
    }
    figures.push({ name: ".fovea file", value: megabytes(archive), unit: "MB" });
    figures.push({ name: "page", value: megabytes(page), unit: "MB" });
    const rows = figures.map(({ name, value, unit }) => [name, value, unit]);
    return { text: table([["figure", "value", "unit"], ...rows]), figures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function megabytes(file: string): number {
  return Math.round(statSync(file).size / 1e5) / 10;
}

/**
 * Prints the peak memory of the process at its end (Linux; `maxRSS` would include the parent's) and its processor time.
 */
const REPORT_USAGE = `data:text/javascript,import { readFileSync } from "node:fs"; process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const status = readFileSync("/proc/self/status", "utf8");
  console.error("peak=" + status.match(/VmHWM: *[\\t ]*([0-9]+)/)[1] + " cpu=" + (user + system));
})`.replaceAll("\n", "");

interface Usage {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

async function runOnce(words: readonly string[]): Promise<Usage> {
  const main = join(packageRoot(), "dist", "src", "cli", "main.js");
  const args = ["--import", REPORT_USAGE, main, "trace", ...words];
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  const [, peak, cpu] = /peak=(\d+) cpu=(\d+)/.exec(complaints) ?? [];
  if (code !== 0 || peak === undefined) throw new Error(`${words.join(" ")}: ${complaints}`);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { seconds, cpuSeconds: Math.round(Number(cpu) / 1e5) / 10, peakMb: Math.round(Number(peak) / 1024) };
}
