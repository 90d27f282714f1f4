import { FoveaError } from "../base/errors.js";
import type { GraphRun } from "../graph/build/graph-run.js";
import { TraceRun } from "../graph/build/run-of-trace.js";
import { openTrace, tracesIn } from "../trace/open-trace.js";
import { validateTrace } from "../trace/validate-trace.js";

/**
 * The runs in traces: each path is a trace, or a folder of traces. `now`: ms since the epoch. Errors: TRACE_UNREADABLE
 * for a path that is not a trace, is not valid, or is given twice.
 */
export async function readRuns(
  paths: readonly string[],
  now: number,
  signal: AbortSignal,
): Promise<readonly GraphRun[]> {
  const runs: GraphRun[] = [];
  for (const path of paths) {
    const found = await tracesIn(path);
    const read: GraphRun[] = [];
    for (const one of found.length === 0 ? [path] : found) read.push(await readRun(one, now, signal));
    // A folder of traces may contain a trace and its archive.
    runs.push(...read.filter(({ id }, place) => read.findIndex((one) => one.id === id) === place));
  }
  const ids = runs.map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice !== undefined) throw new FoveaError("TRACE_UNREADABLE", `the run ${JSON.stringify(twice)} is given twice`);
  return runs;
}

async function readRun(path: string, now: number, signal: AbortSignal): Promise<GraphRun> {
  await using opened = await openTrace(path, signal);
  const run = new TraceRun(path, opened.manifest);
  const { problems, more } = await validateTrace(
    opened,
    (step) => {
      signal.throwIfAborted();
      run.add(step);
    },
    (call) => run.addCall(call),
  );
  // A graph does not contain screenshots: a trace without them is complete.
  const wrong = problems.filter(({ path: place }) => place !== "visual_state.screenshot_path");
  if (wrong.length === 0) return run.run(now);
  const [first] = wrong;
  const count = wrong.length + more;
  const where = `line ${first?.line}${first?.path ? `, ${first.path}` : ""}`;
  throw new FoveaError(
    "TRACE_UNREADABLE",
    `${path} is not valid: ${count} problems, the first in ${where}: ${first?.reason}`,
  );
}
