import { buildGraph } from "../../src/graph/build/build-graph.js";
import type { GraphRun } from "../../src/graph/build/graph-run.js";
import { optimise } from "../../src/graph/optimise/optimise.js";
import { GraphView } from "../../src/graph/predict/graph-view.js";
import { suggestNextActions } from "../../src/graph/predict/suggest.js";
import { type Figure, percentile, table } from "../bench.js";
import { MadeApp } from "./made-app.js";
import { NOW, runsOf } from "./prediction-bench.js";

const STEPS = 10_000;
const SCREENS = 10_000;
const ASKED = 400;

/** The time to build a graph of 10,000 steps, its memory, and the time of a suggestion. */
export function sizeBench(): { readonly text: string; readonly figures: readonly Figure[] } {
  const runs = runsUpTo(STEPS, 8);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const begun = process.cpuUsage();
  const graph = optimise(buildGraph(runs, NOW));
  const seconds = Math.round(processorMs(begun)) / 1000;
  globalThis.gc?.();
  const megabytes = Math.max(0, Math.round((process.memoryUsage().heapUsed - before) / 1e6));
  const wide = buildGraph(wideRuns(SCREENS), NOW);
  const view = new GraphView(wide);
  const times = wide.vertices.slice(0, ASKED).map(({ id }) => {
    const start = process.cpuUsage();
    suggestNextActions(view, { at: id, history: [], goal: "change my name in the profile", count: 3 });
    return processorMs(start);
  });
  const figures: Figure[] = [
    { name: "steps", value: runs.reduce((sum, { steps }) => sum + steps.length, 0), unit: "steps" },
    { name: "build and optimise", value: seconds, unit: "s of processor", atMost: 5 },
    { name: "memory of the graph", value: megabytes, unit: "MB", atMost: 200 },
    { name: "its screens", value: graph.vertices.length, unit: "screens" },
    { name: "screens of the wide graph", value: wide.vertices.length, unit: "screens" },
    { name: "suggestion with a goal: p50", value: percentile(times, 0.5), unit: "ms of processor", atMost: 5 },
    { name: "suggestion with a goal: p95", value: percentile(times, 0.95), unit: "ms of processor" },
  ];
  return {
    text: table([["size", "value", "unit"], ...figures.map(({ name, value, unit }) => [name, value, unit])]),
    figures,
  };
}

/** Processor time, so that other programs on the machine do not count. */
function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Runs of a few apps, with at least this many steps in total. */
function runsUpTo(steps: number, apps: number): readonly GraphRun[] {
  const found: GraphRun[] = [];
  let count = 0;
  for (let round = 0; count < steps; round += 1) {
    for (let seed = 401; seed < 401 + apps && count < steps; seed += 1) {
      for (const { run } of runsOf(new MadeApp(seed), { from: 1 + round * 10, count: 1 })) {
        found.push({ ...run, id: `${run.id} ${round}` });
        count += run.steps.length;
      }
    }
  }
  return found;
}

/** Runs of hundreds of apps, with about this many screens in total. */
function wideRuns(screens: number): readonly GraphRun[] {
  const found: GraphRun[] = [];
  for (let seed = 1001; seed < 1001 + screens / 26; seed += 1) {
    const runs = runsOf(new MadeApp(seed), { from: 1, count: 3 });
    found.push(...runs.map(({ run }) => run));
  }
  return found;
}
