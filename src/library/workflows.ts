import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { FoveaError } from "../base/errors.js";
import { requireActing } from "../base/read-only.js";
import { HandRecording } from "../by-hand/hand-recording.js";
import { folderNameOf } from "../recorder/trace-writer.js";
import { requireWritable } from "../recorder/writable-folder.js";
import type { FlowRunner } from "../replay/flow/flow-runner.js";
import { loadFlow, workspaceOf } from "../replay/flow/load-flow.js";
import { runFlow } from "../replay/flow/run-flow.js";
import { requireConditions } from "../replay/flow/verification.js";
import { readRecording } from "../replay/read-recording.js";
import { replayTrace } from "../replay/replay-trace.js";
import type { RunReport, StepReport } from "../replay/report.js";
import { tracesIn } from "../trace/open-trace.js";
import type { PhoneCalls } from "./calls/phone-calls.js";
import { describedFailure, invalid } from "./failures.js";
import { isOfTexts } from "./fields.js";
import { requireListener, withCallback } from "./own-function.js";
import { recordedFlow } from "./recorded-flow.js";
import type * as Public from "./types.js";

/** The same time as in Maestro. */
const LOOKUP_MS = 17_000;
const MOST_ATTEMPTS = 3;
/** Each step of a flow has its own time limit: this one only ends a flow that repeats forever. */
const LONGEST_MS = 24 * 3_600_000;

/** See {@link Public.Phone.executeWorkflow}. */
export async function executeWorkflow(
  calls: PhoneCalls,
  workflow: string | Public.Demonstration,
  options: Public.WorkflowOptions = {},
): Promise<Public.WorkflowResult> {
  calls.requireHere("executeWorkflow");
  const bound = { name: "executeWorkflow", deadlineMs: LONGEST_MS };
  return await calls.within(bound, options, async (signal) => {
    requireSense(workflow, options);
    requireActing("a workflow", calls.context.config);
    const listener = { call: "executeWorkflow", onStep: options.onStep, words: stepWords };
    const run = async (onStep: HearStep, limit: AbortSignal) =>
      typeof workflow === "string"
        ? await runFile(calls, workflow, { ...options, onStep }, limit)
        : await runDemonstration(calls, workflow, { ...options, onStep }, limit);
    return resultOf(await withCallback(listener, run, signal));
  });
}

type HearStep = (step: Public.WorkflowStep) => void;

function stepWords({ name, place }: Public.WorkflowStep): string {
  return `${place} ${name}`;
}

const VERIFICATIONS: readonly unknown[] = ["off", "basic", "strict"] satisfies readonly Public.Verification[];

/** Errors: INVALID_ARGUMENT, also for mistakes that only a program without types can make. */
function requireSense(workflow: string | Public.Demonstration, options: Public.WorkflowOptions): void {
  const { env, maxAttempts = MOST_ATTEMPTS, verification = "basic", lookupMs = LOOKUP_MS, screenshots } = options;
  const isNamed =
    typeof workflow === "string" || typeof (workflow as Partial<Public.Demonstration> | null)?.path === "string";
  if (!isNamed) throw invalid("a workflow is the path of a flow, or a demonstration", "executeWorkflow");
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1)
    throw invalid(`maxAttempts is a whole number from 1, and not ${maxAttempts}`, "executeWorkflow");
  if (env !== undefined && !isOfTexts(env)) throw invalid("env: the values of variables are texts", "executeWorkflow");
  if (!Number.isFinite(lookupMs) || lookupMs < 0)
    throw invalid(`lookupMs is a time in ms, and not ${String(lookupMs)}`, "executeWorkflow");
  if (screenshots !== undefined && (typeof screenshots !== "string" || screenshots === ""))
    throw invalid("screenshots has to be the path of a folder", "executeWorkflow");
  requireListener("executeWorkflow", options.onStep);
  if (!VERIFICATIONS.includes(verification))
    throw invalid(`verification is off, basic or strict, and not ${String(verification)}`, "executeWorkflow");
}

interface Heard extends Public.WorkflowOptions {
  readonly onStep: HearStep;
}

async function runFile(
  calls: PhoneCalls,
  path: string,
  { onStep, ...options }: Heard,
  signal: AbortSignal,
): Promise<RunReport> {
  const { env = {}, lookupMs = LOOKUP_MS, maxAttempts = MOST_ATTEMPTS, verification = "basic" } = options;
  const flow = await loadFlow(path, await workspaceOf([path], process.cwd()));
  if (verification === "strict") requireConditions(flow);
  const session = await calls.session(signal);
  const runner: FlowRunner = {
    ...recordedFlow(session, calls.context),
    session,
    allowedSchemes: calls.context.config.allowUrlSchemes,
    variables: new Map(Object.entries(env)),
    lookupMs,
    pictures: options.screenshots ?? null,
    mostAttempts: maxAttempts,
    verification,
    mayClear: async (appId) => await calls.agree(`The flow deletes all data of ${appId}. Go on?`),
    onStep: (step) => onStep(stepOf(step)),
  };
  return await runFlow(flow, runner, signal);
}

/** Options that have no meaning for a recorded demonstration. */
const OF_FLOWS = ["env", "maxAttempts", "lookupMs", "screenshots"] as const;

async function runDemonstration(
  calls: PhoneCalls,
  { path }: Public.Demonstration,
  { onStep, verification, ...options }: Heard,
  signal: AbortSignal,
): Promise<RunReport> {
  const other = OF_FLOWS.find((name) => options[name] !== undefined);
  if (other !== undefined) throw invalid(`\`${other}\` is for flows: a demonstration has none`, "executeWorkflow");
  await using recording = await readRecording(path, signal);
  const { context } = calls;
  const session = await calls.session(signal);
  const report = await replayTrace(
    recording,
    { session, context },
    {
      file: path,
      ignore: [],
      values: new Map(),
      patienceMs: context.config.actionTimeoutMs,
      keepsGoing: verification === "off",
      launches: false,
      keep: async () => null,
      onStep: (step) => onStep(stepOf(step)),
    },
    signal,
  );
  const isHealed = report.steps.some(({ outcome }) => outcome === "healed");
  return verification === "strict" && isHealed ? { ...report, outcome: "failed" } : report;
}

function resultOf({ name, outcome, whyIdle, durationMs, steps }: RunReport): Public.WorkflowResult {
  const isIdle = whyIdle !== undefined;
  return { name, outcome: isIdle ? "skipped" : outcome, why: whyIdle ?? null, durationMs, steps: steps.map(stepOf) };
}

function stepOf({ name, place, outcome, durationMs, code, message, notes }: StepReport): Public.WorkflowStep {
  return { name, place, outcome, durationMs, code, message, notes };
}

/** See {@link Public.LoadDemonstrations}. */
export const loadDemonstrations: Public.LoadDemonstrations = async (path) => {
  try {
    if (typeof path !== "string") throw new FoveaError("TRACE_UNREADABLE", "the path of a trace is missing");
    const paths = await tracesIn(path);
    if (paths.length === 0) throw new FoveaError("TRACE_UNREADABLE", `${path} holds no trace`);
    return await Promise.all(paths.map(demonstrationOf));
  } catch (error) {
    throw describedFailure(error, `loadDemonstrations ${path}`);
  }
};

async function demonstrationOf(path: string): Promise<Public.Demonstration> {
  await using recording = await readRecording(path);
  const steps = recording.steps.map(({ number, did, tool, before, verdict }) => {
    return { number, did, tool, package: before.front.package, verdict: verdict?.kind ?? null };
  });
  return { name: basename(resolve(path)), path, steps };
}

/** See {@link Public.Phone.record}. */
export async function record(calls: PhoneCalls, options: Public.RecordOptions): Promise<Public.Recording> {
  calls.requireHere("record");
  const { folder, byHand = false } = options;
  const { recorder } = calls.context;
  if (typeof folder !== "string" || folder === "") throw invalid("folder has to be the path of a folder", "record");
  if (typeof byHand !== "boolean") throw invalid("byHand has to be true or false", "record");
  await describedBy("record", async () => {
    await requireWritable(folder);
    const own = join(folder, folderNameOf(calls.serial));
    if (existsSync(own))
      throw new FoveaError("INVALID_ARGUMENT", `${own} has a recording of this phone already: give another folder`);
    recorder.start(folder);
  });
  const hand = byHand ? await watchHand(calls) : null;
  let stopped: Promise<Public.Recorded | null> | null = null;
  const end = async (): Promise<Public.Recorded | null> => {
    const failed = await hand?.stop().then(
      () => null,
      (error: unknown) => error,
    );
    const state = (await recorder.stop()).get(calls.serial);
    if (failed) throw failed;
    const path = state?.folder ?? null;
    const unresolved = hand?.summary.unresolved ?? [];
    return state === undefined || path === null ? null : { path, steps: state.steps, calls: state.calls, unresolved };
  };
  const stop = async () => {
    stopped ??= describedBy("record", end);
    return await stopped;
  };
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

/** Begins to watch what a person does. Errors: those of starting; the recording is ended then. */
async function watchHand(calls: PhoneCalls): Promise<HandRecording> {
  try {
    return await calls.within({ name: "record", deadlineMs: START_MS }, {}, async (signal) => {
      return await HandRecording.start(await calls.session(signal), signal);
    });
  } catch (error) {
    await calls.context.recorder.stop();
    throw error;
  }
}

const START_MS = 60_000;

async function describedBy<T>(action: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw describedFailure(error, action);
  }
}
