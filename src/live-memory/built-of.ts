import { soon } from "../base/signals.js";
import { GraphBuilder } from "../graph/build/graph-builder.js";
import type { GraphRun } from "../graph/build/graph-run.js";
import type { RunFolder } from "../memory/run-folder.js";

/** The graph of a folder, and how many unreadable lines of its runs were left out. */
export interface BuiltGraph {
  readonly builder: GraphBuilder;
  readonly damaged: number;
}

/**
 * The graph of all runs in a folder. It is built run by run, so that other work continues in between. Errors:
 * MEMORY_NEWER.
 */
export async function builtOf(folder: RunFolder, now: number): Promise<BuiltGraph> {
  const runs: GraphRun[] = [];
  let damaged = 0;
  for (const { name } of folder.files(now)) {
    const read = folder.read(name);
    runs.push(...read.runs);
    damaged += read.damaged;
    await soon(() => {});
  }
  runs.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  const builder = new GraphBuilder();
  for (const run of runs) {
    builder.add(run);
    await soon(() => {});
  }
  return { builder, damaged };
}
