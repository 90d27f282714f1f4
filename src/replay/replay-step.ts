import * as z from "zod";
import { type ErrorCode, toFoveaError } from "../base/errors.js";
import { deadline } from "../base/signals.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_PICTURE } from "../observe/observe-request.js";
import type { Frame } from "../screen/frame.js";
import { resolveStored } from "../screen/heal.js";
import type { Observation } from "../screen/observation.js";
import type { ToolContext } from "../tool-contract/tool.js";
import { judgeOutcome } from "./judge-outcome.js";
import { readyScreen, unlikeRecorded } from "./ready-screen.js";
import type { RecordedStep } from "./recorded-step.js";
import type { Refusal, ReplayParts } from "./replay-parts.js";
import { type StepCall, stepCall } from "./step-call.js";

/** The result of one step, before it becomes a line of the report. */
export interface StepResult {
  readonly outcome: "passed" | "healed" | "diverged" | "failed";
  readonly code: ErrorCode | null;
  readonly message: string | null;
  readonly notes: readonly string[];
  /** The recorded picture of the expected screen; null if none was recorded. */
  readonly expected: string | null;
  /** The present screen, if it is not the recorded one; else null. */
  readonly actual: Frame | null;
  /** The screen after the step, as far as it was read. */
  readonly left: Observation | null;
}

/**
 * Errors which mean that the screen is not the recorded one. Nothing was done then, except for a touch or a text that
 * reached another element than intended.
 */
const OF_SCREEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ELEMENT_NOT_FOUND",
  "AMBIGUOUS_TARGET",
  "TARGET_DISABLED",
  "TARGET_UNREACHABLE",
  "REF_STALE",
  "REF_CHANGED",
  "FOCUS_LOST",
  "NO_TEXT_FIELD",
  "TOUCH_MISSED",
  "TOUCH_UNCERTAIN",
  "TEXT_MISPLACED",
  "SCREEN_OFF",
  "DEVICE_LOCKED",
  "REPLAY_OTHER_SCREEN",
  "REPLAY_DIVERGED",
  "REPLAY_UNTOLD",
]);

export interface StepBehind {
  readonly step: RecordedStep;
  /** The step before; null if its result was not the recorded one. */
  readonly previous: RecordedStep | null;
  /** The screen after the step before; null if it was not read. */
  readonly left: Observation | null;
}

/** Repeats one step and compares the result with the recording. Errors: the signal's reason. */
export async function replayStep(
  { step, previous, left }: StepBehind,
  parts: ReplayParts,
  signal: AbortSignal,
): Promise<StepResult> {
  const notes: string[] = [];
  const end = { isTried: false, isDone: false, left };
  try {
    const call = stepCall(step, parts.values.get(step.number));
    const before = await readyScreen({ step, call, left, previous }, parts, signal);
    end.left = before.observation;
    const refusal = await unlikeRecorded({ step, call, left, notes }, before, parts);
    if (refusal) return await stopped(step, refusal, { notes, end, parts }, signal);
    end.isTried = true;
    const seen = await perform(call, before.observation, parts, signal);
    end.isDone = true;
    notes.push(...seen.notes.map(plainNote));
    if (seen.after) end.left = seen.after;
    const judged = await judgeOutcome(step, { ...seen, before: before.observation, call }, parts, signal);
    end.left = judged.left ?? end.left;
    if (judged.refusal) return await stopped(step, judged.refusal, { notes, end, parts }, signal);
    notes.push(...judged.notes);
    const outcome = seen.notes.some(isHealing) ? "healed" : "passed";
    return { outcome, code: null, message: null, notes, expected: null, actual: null, left: end.left };
  } catch (error) {
    signal.throwIfAborted();
    const coded = toFoveaError(error);
    if (end.isTried && step.error !== null && step.error === coded.code) {
      notes.push(`it failed with ${coded.code}, as when it was recorded`);
      return { outcome: "passed", code: null, message: null, notes, expected: null, actual: null, left: end.left };
    }
    return await stopped(step, { code: coded.code, message: coded.message }, { notes, end, parts }, signal);
  }
}

/** Attributes that may differ without a note: the bounds, and the title of the window, which is numbered for popups. */
const AS_RECORDED: ReadonlySet<string> = new Set(["bounds", "window"]);

/** Whether a note reports that a target was found by attributes other than the stored ones. */
function isHealing(note: string): boolean {
  if (!note.startsWith("healed: ")) return false;
  const others = /^: other ([^()]*)\)$/.exec(note.slice(note.lastIndexOf(": other ")))?.[1]?.split(", ") ?? [""];
  return !others.every((attribute) => AS_RECORDED.has(attribute));
}

/** The note; if the target only moved, it is not called healed. */
function plainNote(note: string): string {
  return note.startsWith("healed: ") && !isHealing(note) ? note.replace(/^healed: .* is /, "found elsewhere: ") : note;
}

interface Stop {
  readonly notes: readonly string[];
  readonly end: { readonly isDone: boolean; readonly left: Observation | null };
  readonly parts: ReplayParts;
}

async function stopped(step: RecordedStep, { code, message }: Refusal, stop: Stop, signal: AbortSignal) {
  const { notes, end, parts } = stop;
  const outcome = OF_SCREEN.has(code) ? ("diverged" as const) : ("failed" as const);
  const frame = await observe(parts.session, OBSERVE_PICTURE, signal).then(
    (seen) => seen.frame,
    () => null,
  );
  signal.throwIfAborted();
  const expected = end.isDone ? (step.after?.picture ?? null) : step.before.picture;
  return { outcome, code, message, notes, expected, actual: frame, left: end.left };
}

const actSchema = z.looseObject({
  did: z.string(),
  notes: z.array(z.string()),
  verdict: z.looseObject({ kind: z.string(), evidence: z.array(z.string()) }),
  observation: z.custom<Observation | null>(),
});

async function perform(
  { tool, args, targets }: StepCall,
  before: Observation,
  { session, context, patienceMs }: ReplayParts,
  signal: AbortSignal,
) {
  const isThere = targets.every((stored) => resolveStored(stored, before).matches.length > 0);
  // If the target did not appear during the first wait, the tool does not wait for it again. `patienceMs` is added to
  // the deadline, because an observation may take longer than the first wait.
  const config = { ...context.config, actionTimeoutMs: isThere ? patienceMs : 0 };
  const own: ToolContext = { ...context, config, session: async () => session, progress: () => {} };
  using limit = deadline(tool.deadlineMs + patienceMs, tool.name, signal);
  const outcome = await tool.perform(args, own, limit.signal);
  const { did, notes, verdict, observation } = actSchema.parse(outcome.toJson());
  return { did, notes, verdict, after: observation };
}
