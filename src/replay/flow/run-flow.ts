import { FoveaError } from "../../base/errors.js";
import { interruption } from "../interruption.js";
import type { RunReport } from "../report.js";
import { ScriptEngine } from "../script/script-engine.js";
import type { Flow } from "./flow.js";
import { FlowRun } from "./flow-run.js";
import type { FlowRunner } from "./flow-runner.js";
import { FlowScripts } from "./flow-scripts.js";
import { since } from "./run-blocks.js";

/**
 * Runs a flow to its end, or to the first step that fails. `onComplete` runs in any case, except after an interrupt:
 * then the running step is reported as failed, and the rest is skipped. A failed step is a line of the report, not an
 * error. Errors: DEVICE_NOT_FOUND if a phone of a flow for several phones is missing.
 */
export async function runFlow(flow: Flow, runner: FlowRunner, signal: AbortSignal): Promise<RunReport> {
  const missing = flow.devices.slice(1).filter((name) => runner.peers?.has(name) !== true);
  if (missing.length > 0)
    throw new FoveaError(
      "DEVICE_NOT_FOUND",
      `${flow.name} is for several phones, and none is given for ${missing.join(", ")}`,
    );
  const startedAt = new Date();
  const began = performance.now();
  const { allowedHosts = [], scriptLimits } = runner;
  await using engine = new ScriptEngine({
    http: { allowedHosts },
    ...(scriptLimits && { limits: scriptLimits }),
    onLog: (line) => scripts.note(`log: ${line}`),
  });
  const scripts = new FlowScripts({
    variables: runner.variables ?? new Map(),
    platform: "android",
    evaluate: async (call, limit) => await engine.run(call, limit),
  });
  const run = new FlowRun({ flow, runner, scripts }, signal);
  const isCut = await isInterrupted(async () => await run.whole(), signal);
  if (isCut) run.cutOff();
  const { steps, hasDone } = run;
  const isFailed = isCut || steps.some(({ outcome }) => outcome === "failed");
  return {
    name: flow.name,
    file: flow.file,
    device: runner.session.device.serial,
    startedAt: startedAt.toISOString(),
    durationMs: since(began),
    outcome: isFailed ? "failed" : "passed",
    endedBy: isCut ? interruption(signal).code : null,
    ...(!isFailed && !hasDone && { whyIdle: steps.length === 0 ? NO_COMMANDS : ALL_SKIPPED }),
    steps,
  };
}

const NO_COMMANDS = "nothing was done: it has no commands";
const ALL_SKIPPED = "nothing was done: each of its steps was skipped";

async function isInterrupted(work: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (!signal.aborted) throw error;
    return true;
  }
}
