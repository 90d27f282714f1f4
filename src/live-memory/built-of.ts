import { soon } from "../base/signals.js";
import { GraphBuilder } from "../graph/build/graph-builder.js";
import type { GraphRun } from "../graph/build/graph-run.js";
import type { RunFolder } from "../memory/run-folder.js";

/** The graph of all runs of a folder, made run by run, so that nothing else waits for it. Errors: MEMORY_NEWER. */
export async function builtOf(folder: RunFolder, now: number): Promise<GraphBuilder> {
  const runs: GraphRun[] = [];
  for (const { name } of folder.files(now)) {
    runs.push(...folder.read(name).runs);
    await soon(() => {});
  }
  runs.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  const builder = new GraphBuilder();
  for (const run of runs) {
    builder.add(run);
    await soon(() => {});
  }
  return builder;
}
