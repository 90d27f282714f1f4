import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { FoveaError } from "../base/errors.js";
import { openTrace } from "../trace/open-trace.js";
import type { InteractionStep } from "../trace/protocol.js";
import { validateTrace } from "../trace/validate-trace.js";
import { extensions, type TraceCall } from "../trace/x-fovea.js";
import type { TracedRun } from "./learn.js";
import { tracedStep } from "./traced-step.js";

/** Reads one run from a trace. Errors: TRACE_UNREADABLE, also if one of its steps is invalid. */
export async function readRun(path: string, signal: AbortSignal): Promise<TracedRun> {
  await using opened = await openTrace(path, signal);
  const steps: InteractionStep[] = [];
  const calls = new Map<number, TraceCall>();
  const { problems } = await validateTrace(
    opened,
    (step) => {
      signal.throwIfAborted();
      steps.push(step);
    },
    (call) => void calls.set(call.call, call),
  );
  // A skill needs no screenshots, so a trace without them is accepted.
  const [first] = problems.filter(({ path: place }) => place !== "visual_state.screenshot_path");
  if (first) throw new FoveaError("TRACE_UNREADABLE", `${path} is not valid: line ${first.line}: ${first.reason}`);
  const read = steps.map((step, place) => {
    const call = extensions.step(step)?.call;
    return tracedStep(step, place + 1, call === undefined ? undefined : calls.get(call));
  });
  const known = read.filter((step) => step !== null);
  return {
    name: basename(resolve(path)),
    digest: digestOf(opened.manifest?.started_at ?? null, steps),
    app: known[0]?.before.package ?? null,
    steps: known,
  };
}

/**
 * Identifies a run by its actions and their times. The times of steps count from the start of the trace, which is in
 * the manifest and has to be included: two short runs may have the same step times.
 */
function digestOf(startedAt: string | null, steps: readonly InteractionStep[]): string {
  const all = steps.map(({ timestamp, action }) => [timestamp, action.action_type, action.target_id ?? null]);
  return createHash("sha256")
    .update(JSON.stringify([startedAt, all]))
    .digest("hex")
    .slice(0, 16);
}
