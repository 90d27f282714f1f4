import { type FoveaError, isFoveaError } from "../base/errors.js";
import type { LinearPattern } from "../base/linear-pattern.js";
import { REDACTED } from "../base/redaction.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import type { Observation } from "../screen/observation.js";
import type { Session } from "../session/session.js";
import type { ToolContext } from "../tool-contract/tool.js";
import { openApp } from "../tools/open-app.js";
import { pressKey } from "../tools/press-key.js";
import { decodePicture, encodePng, type Pixels } from "../vision/image.js";
import { interruptedStep, interruption } from "./interruption.js";
import { frontOf, otherFront } from "./judge-step.js";
import type { Recording } from "./read-recording.js";
import type { RecordedStep } from "./recorded-step.js";
import type { ReplayParts } from "./replay-parts.js";
import { replayStep, type StepBehind, type StepResult } from "./replay-step.js";
import type { RunReport, StepReport } from "./report.js";
import { SteadyWords } from "./steady-words.js";
import { type NamedStep, unrunSteps } from "./unrun-steps.js";

export interface ReplayOptions {
  /** The path of the trace as the caller gave it. */
  readonly file: string;
  /** How long to wait until a screen is the recorded one, in ms. */
  readonly patienceMs: number;
  /** The texts for redacted texts, by the number of the step that types them. They are never in a report. */
  readonly values: ReadonlyMap<number, string>;
  /** Patterns of words that are not compared. */
  readonly ignore: readonly Pick<LinearPattern, "test">[];
  /** Whether to continue after a step that differs from the recording. */
  readonly keepsGoing: boolean;
  /** Whether to open first the app that was in front at the beginning of the recording. */
  readonly launches: boolean;
  /** Saves a picture of a step; gives its path, or null if pictures are not saved. */
  readonly keep: (step: number, kind: PictureKind, bytes: Uint8Array) => Promise<string | null>;
  readonly onStep: (report: StepReport) => void;
}

/** `expected`: the recorded screen; `actual`: the present one. */
export type PictureKind = "expected" | "actual";

interface Replaying {
  readonly session: Session;
  readonly context: ToolContext;
}

/**
 * Repeats the steps of a trace one after another. After an interrupt, the running step is reported as failed, and the
 * rest is skipped. Errors: those of the device before the first step.
 */
export async function replayTrace(
  recording: Recording,
  { session, context }: Replaying,
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<RunReport> {
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  const steady = new SteadyWords(options.ignore);
  steady.noteTrace(recording.steps);
  const { patienceMs, values } = options;
  const picture = async (path: string) => await pixelsOf(recording, path);
  const parts: ReplayParts = { session, context, steady, patienceMs, values, picture };
  const opening = await begin(recording, parts, options.launches, signal);
  const steps: StepReport[] = [];
  let left: Observation | null = null;
  let previous: RecordedStep | null = null;
  let hasFailed = false;
  for (const step of recording.steps) {
    if (signal.aborted) break;
    if (hasFailed && !options.keepsGoing) {
      steps.push(skipped(step));
    } else {
      const since = performance.now();
      const result = await replayed({ step, left, previous }, parts, signal);
      left = result.left;
      previous = result.outcome === "passed" || result.outcome === "healed" ? step : null;
      hasFailed ||= result.outcome === "diverged" || result.outcome === "failed";
      const screenshots = await pictures(recording, step, result, options);
      const durationMs = Math.round(performance.now() - since);
      const reported = { ...result, notes: [...(steps.length === 0 ? opening : []), ...result.notes] };
      steps.push(masked({ ...reportOf(step, reported), durationMs, screenshots }, values));
    }
    options.onStep(steps.at(-1) ?? skipped(step));
  }
  const wasCut = signal.aborted && steps.at(-1)?.code === interruption(signal).code;
  const isCut = wasCut || steps.length < recording.steps.length;
  const rest = namedSteps(recording).slice(steps.length);
  for (const report of unrunSteps(rest, interruption(signal), wasCut)) {
    steps.push(report);
    options.onStep(report);
  }
  return {
    name: recording.name,
    file: options.file,
    device: session.device.serial,
    startedAt,
    durationMs: Math.round(performance.now() - begun),
    outcome: hasFailed || isCut ? "failed" : "passed",
    endedBy: isCut ? interruption(signal).code : null,
    steps,
  };
}

/** The report of a replay that could not begin. */
export function unrunReplay(recording: Recording, file: string, error: FoveaError): RunReport {
  const at = { startedAt: new Date().toISOString(), durationMs: 0 };
  const steps = unrunSteps(namedSteps(recording), error, false);
  return { name: recording.name, file, device: "", ...at, outcome: "failed", endedBy: error.code, steps };
}

function namedSteps({ steps }: Recording): readonly NamedStep[] {
  return steps.map(({ did, number }) => ({ name: withoutRefs(did), place: `step ${number}` }));
}

async function replayed(
  { step, left, previous }: StepBehind,
  parts: ReplayParts,
  signal: AbortSignal,
): Promise<StepResult> {
  try {
    return await replayStep({ step, left, previous }, parts, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const none = { notes: [], expected: null, actual: null };
    return { outcome: "failed", ...interruptedStep(signal), ...none, left };
  }
}

/** Notes about the screen at which the replay starts. */
async function begin(
  { steps }: Recording,
  { session, context }: ReplayParts,
  launches: boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const recorded = steps[0]?.before;
  if (!recorded?.isKnown) return ["the recording lacks its first screen"];
  const notes: string[] = [];
  const app = recorded.front.package;
  if (launches && app !== null) {
    await launch(app, { ...context, session: async () => session }, signal);
    notes.push(`${app} was opened first`);
  }
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  const other = otherFront(recorded.front, frontOf(observation));
  if (other !== null) notes.push(`the screen at the start is not the recorded one: ${other}`);
  const { hierarchySource: source } = observation;
  if (recorded.source !== null && recorded.source !== source)
    notes.push(`the screen is read by ${source}, and was by ${recorded.source}: words may differ`);
  return notes;
}

/** Opens an app. A launcher cannot be opened by open_app, but the home key leads to it. Errors: those of open_app. */
async function launch(app: string, context: ToolContext, signal: AbortSignal): Promise<void> {
  try {
    await openApp.perform({ package: app }, context, signal);
  } catch (error) {
    if (!isFoveaError(error, "APP_NOT_FOUND")) throw error;
    await pressKey.perform({ key: "home" }, context, signal);
    const { observation } = await observe(await context.session(undefined, signal), OBSERVE_TREE, signal);
    if (frontOf(observation).package !== app) throw error;
  }
}

async function pixelsOf(recording: Recording, path: string): Promise<Pixels | null> {
  const bytes = await recording.picture(path);
  return bytes && (await decodePicture(bytes).catch(() => null));
}

async function pictures(
  recording: Recording,
  { number }: RecordedStep,
  { expected, actual }: StepResult,
  { keep }: ReplayOptions,
): Promise<StepReport["screenshots"]> {
  const recorded = expected === null ? null : await recording.picture(expected);
  return {
    expected: recorded && (await keep(number, "expected", recorded)),
    actual: actual && (await keep(number, "actual", await encodePng(actual))),
  };
}

function reportOf(
  { number, did }: RecordedStep,
  { outcome, code, message, notes }: Pick<StepResult, "outcome" | "code" | "message" | "notes">,
): Omit<StepReport, "durationMs" | "screenshots"> {
  return { name: withoutRefs(did), place: `step ${number}`, outcome, code, message, notes };
}

/** Removes refs: they belong to the recorded run, and a reader would search them in this one. */
function withoutRefs(did: string): string {
  return did.replace(/\be[1-9]\d* (?=[a-z])/g, "");
}

function skipped(step: RecordedStep): StepReport {
  const result = {
    outcome: "failed" as const,
    code: null,
    message: "an earlier step differs from the recording",
    notes: [],
  };
  const screenshots = { expected: null, actual: null };
  return { ...reportOf(step, result), outcome: "skipped", durationMs: 0, screenshots };
}

/** Masks the texts that replaced redacted ones, everywhere in the report: the screen may repeat them. */
function masked(report: StepReport, values: ReadonlyMap<number, string>): StepReport {
  const secrets = [...values.values()].filter((value) => value !== "");
  if (secrets.length === 0) return report;
  const mask = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
  const { name, message, notes } = report;
  return { ...report, name: mask(name), message: message === null ? null : mask(message), notes: notes.map(mask) };
}
