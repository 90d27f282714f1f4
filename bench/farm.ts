import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { FarmHost } from "./farm/host.js";
import { type LoadResult, loadText, measureLoad, type Sample } from "./farm/load.js";
import { farmPlan } from "./farm/plan.js";
import { measureScale, type ScalePoint, scaleText } from "./farm/scale.js";
import type { LongStall } from "./farm/watch-server.js";

const MOST_STALL_MS = 50;
const SHOWN = 10;

/**
 * Many virtual phones behind one real adb server, observed and acted on by several clients of one `fovea serve --http`.
 * Phones, adb server and Fovea's server are separate processes; the clients are in this process. Each phone shows its
 * number on every line and counts its touches, so that an answer or a touch of the wrong phone is noticed.
 */
export const farmBench: Bench = {
  name: "farm",
  about:
    "many phones behind one `fovea serve --http` [--phones N] [--clients N] [--seconds S | --calls N] [--no-scale] [--no-companion] [--api N] [--profile-to FOLDER]",
  run: async (args) => await measure(args),
};

async function measure(args: readonly string[]): Promise<BenchResult> {
  const plan = farmPlan(args);
  await using host = await FarmHost.start(plan);
  const points = await measureScale(host, plan.attached, plan.seconds / 4);
  const load = await measureLoad(host, plan);
  const figures = [...scaleFigures(points), ...loadFigures(load)];
  const rows = figures.map((figure) => [figure.name, figure.value, figure.unit]);
  const texts = [
    scaleText(points),
    loadText(load),
    table([["figure", "value", "unit"], ...rows]),
    faultsText(load, host),
  ];
  return { text: texts.filter((text) => text !== "").join("\n\n"), figures };
}

function scaleFigures(points: readonly ScalePoint[]): readonly Figure[] {
  return points.flatMap(({ attached, p50, cpuMs, connections, deviceProcesses }) => {
    const name = (what: string) => `one of ${attached} attached: ${what}`;
    return [
      { name: name("p50"), value: p50, unit: "ms" },
      { name: name("server cpu"), value: cpuMs, unit: "ms per call" },
      { name: name("connections"), value: connections, unit: "per call" },
      { name: name("device processes"), value: deviceProcesses, unit: "per call" },
    ];
  });
}

function loadFigures(load: LoadResult): readonly Figure[] {
  const { found, seconds, longestStall, samples } = load;
  const times = [...found.times.values()].flat();
  const each = (value: number) => Math.round((value / times.length) * 100) / 100;
  const round = (value: number) => Math.round(value * 10) / 10;
  return [
    { name: "calls", value: round(times.length / seconds), unit: "per s" },
    { name: "p50", value: percentile(times, 0.5), unit: "ms" },
    { name: "p99", value: percentile(times, 0.99), unit: "ms" },
    { name: "server cpu", value: each(load.cpuMs), unit: "ms per call" },
    { name: "connections", value: each(load.connections), unit: "per call" },
    { name: "device processes", value: each(load.deviceProcesses), unit: "per call" },
    { name: "host processes", value: load.hostProcesses, unit: "in all", atMost: 0 },
    { name: "largest rss", value: Math.round(Math.max(...samples.map(({ rss }) => rss)) / 2 ** 20), unit: "MiB" },
    ...memoryFigures(load),
    { name: "longest stall, computing", value: round(longestStall.computedMs), unit: "ms", atMost: MOST_STALL_MS },
    { name: "longest stall, by the clock", value: round(longestStall.wallMs), unit: "ms" },
    { name: "wrong answers", value: found.wrong.length, unit: "calls", atMost: 0 },
    { name: "touches astray", value: load.miscounted.length, unit: "phones", atMost: 0 },
    { name: "failed calls", value: found.failed.length, unit: "calls", atMost: 0 },
  ];
}

/** Heap and buffers after a garbage collection; empty if there was no collection. */
function memoryFigures({ samples, isCollected }: LoadResult): readonly Figure[] {
  const fifth = Math.floor(samples.length / 5);
  if (!isCollected || fifth === 0) return [];
  const mean = (some: readonly Sample[]) =>
    Math.round(some.reduce((sum, { heapUsed, external }) => sum + heapUsed + external, 0) / some.length / 2 ** 20);
  return [
    { name: "heap after a collection: first fifth", value: mean(samples.slice(0, fifth)), unit: "MiB" },
    { name: "heap after a collection: last fifth", value: mean(samples.slice(-fifth)), unit: "MiB" },
  ];
}

function stallText({ computedMs, gcMs }: LongStall): string {
  return gcMs === 0 ? `${computedMs}` : `${computedMs} (collecting garbage ${gcMs})`;
}

function faultsText({ found, miscounted, longStalls }: LoadResult, { said }: FarmHost): string {
  const all = [...found.wrong, ...miscounted, ...found.failed];
  const stalls = longStalls.length === 0 ? [] : [`stalls of 30 ms and more: ${longStalls.map(stallText).join(", ")}`];
  return [...all.slice(0, SHOWN), ...stalls, ...said].join("\n");
}
