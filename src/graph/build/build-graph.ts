import type { ProcessGraph } from "../graph.js";
import type { Thresholds } from "../identity/thresholds.js";
import { GraphBuilder } from "./graph-builder.js";
import type { GraphRun } from "./graph-run.js";

/**
 * The graph of runs. They are sorted by their start, so the order in which they are given does not matter. `now`: ms
 * since the epoch.
 */
export function buildGraph(runs: readonly GraphRun[], now: number, thresholds?: Thresholds): ProcessGraph {
  const builder = new GraphBuilder(thresholds);
  const inOrder = runs.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  for (const run of inOrder) builder.add(run);
  return builder.graph(now);
}
