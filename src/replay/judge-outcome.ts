import { observe } from "../observe/observe.js";
import { OBSERVE_PICTURE, OBSERVE_TREE } from "../observe/observe-request.js";
import { quoteWords } from "../screen/label.js";
import type { Observation } from "../screen/observation.js";
import { closeApp } from "../tools/close-app.js";
import { missingWords } from "./foreign-step.js";
import { compareStep, isSameView, otherVerdict, type Seen, type SeenVerdict } from "./judge-step.js";
import { lookUntil } from "./look-until.js";
import { type RecordedStep, wordsRecorded } from "./recorded-step.js";
import type { Refusal, ReplayParts } from "./replay-parts.js";
import { isPlaceOnly, renamedTargets, type StepCall } from "./step-call.js";

export interface Done extends Omit<Seen, "after"> {
  readonly after: Observation | null;
  readonly call: StepCall;
}

export interface Judged {
  readonly refusal: Refusal | null;
  readonly notes: readonly string[];
  readonly left: Observation | null;
}

/** Observes again while the screen is not the recorded one: a slow screen does not count as a divergence. */
export async function judgeOutcome(
  step: RecordedStep,
  done: Done,
  parts: ReplayParts,
  signal: AbortSignal,
): Promise<Judged> {
  const { after, call, before, verdict } = done;
  const unproven = (message: string): Judged => ({
    refusal: { code: "REPLAY_UNTOLD", message },
    notes: [],
    left: after,
  });
  if (step.error !== null) {
    const message = `it failed with ${step.error} when it was recorded, and does not now`;
    return { refusal: { code: "REPLAY_DIVERGED", message }, notes: [], left: after };
  }
  if (step.isForeign) return await judgeForeign(step, done, parts, signal);
  const { after: expected, verdict: then } = step;
  if (then?.kind === "sent" && verdict.kind === "sent")
    return {
      refusal: null,
      notes: ["the action was only sent, in the recording and now: nothing was compared"],
      left: null,
    };
  if (!expected || !then) return unproven("the trace does not contain the result");
  if (!after) return unproven("there was no time left to read the screen afterwards");
  const renamed = renamedTargets(call.targets, before);
  const compare = (now: Observation) => {
    const { differences, isReported } = compareStep(
      { ...step, after: expected },
      { before, after: now, verdict },
      { steady: parts.steady, renamed },
    );
    const other = otherVerdict(then, verdict, { isReported });
    return { now, isReported, differences: [...differences, ...(other === null ? [] : [other])] };
  };
  const last = { seen: compare(after) };
  const again = async () => {
    const { observation } = await observe(parts.session, OBSERVE_TREE, signal);
    last.seen = compare(observation);
    return last.seen.differences.length === 0 ? last.seen : undefined;
  };
  const isFirst = { value: true };
  const check = async () => {
    if (!isFirst.value) return await again();
    isFirst.value = false;
    return last.seen.differences.length === 0 ? last.seen : undefined;
  };
  const { now, isReported, differences } = await lookUntil(parts.patienceMs, check, () => last.seen, signal);
  if (differences.length > 0) {
    return { refusal: { code: "REPLAY_DIVERGED", message: differences.join("; ") }, notes: [], left: now };
  }
  if (isReported || then.kind === "no_effect") return { refusal: null, notes: [], left: now };
  // Stopping an app behind another app changes nothing on the screen: its screenshots differ only by clocks.
  const isUnpictured = expected.picture === null || call.tool === closeApp;
  if (isUnpictured && bothUnverified(then, verdict) && isSurelyTargeted(call)) {
    return { refusal: null, notes: ["no effect was recorded, and none is visible now"], left: now };
  }
  return { ...(await byPicture(expected.picture, now, parts, signal)), left: now };
}

/** Compares the words that are new in the next state: a log of another program has no other facts about the result. */
async function judgeForeign(
  { before, after: expected }: RecordedStep,
  { after }: Done,
  parts: ReplayParts,
  signal: AbortSignal,
): Promise<Judged> {
  if (!expected || expected.words.size === 0)
    return { refusal: null, notes: ["the log does not show its effect"], left: after };
  const compare = (now: Observation) => ({
    now,
    missing: missingWords({ before: before.words, after: expected.words }, wordsRecorded(now.elements)),
  });
  const look = async () => compare((await observe(parts.session, OBSERVE_TREE, signal)).observation);
  const last = { seen: after ? compare(after) : await look() };
  const isFirst = { value: true };
  const check = async () => {
    if (!isFirst.value) last.seen = await look();
    isFirst.value = false;
    return last.seen.missing.length === 0 ? last.seen : undefined;
  };
  const { now, missing } = await lookUntil(parts.patienceMs, check, () => last.seen, signal);
  if (missing.length === 0) return { refusal: null, notes: [], left: now };
  const message = `missing: ${missing.slice(0, MOST_MISSING).map(quoteWords).join(", ")}`;
  return { refusal: { code: "REPLAY_DIVERGED", message }, notes: [], left: now };
}

const MOST_MISSING = 5;

/** Neither the recording nor this run has seen a change. */
function bothUnverified(then: SeenVerdict, now: SeenVerdict): boolean {
  return then.kind === "unknown" && (now.kind === "unknown" || now.kind === "no_effect");
}

/** Whether more than a place identifies the target. */
function isSurelyTargeted({ points, targets }: StepCall): boolean {
  return points.length === 0 && !targets.some(isPlaceOnly);
}

/** No word shows the effect, so the screenshots of the screens afterwards have to be the same. */
async function byPicture(
  path: string | null,
  now: Observation,
  { session, picture }: ReplayParts,
  signal: AbortSignal,
): Promise<Omit<Judged, "left">> {
  const unproven = (message: string) => ({ refusal: { code: "REPLAY_UNTOLD" as const, message }, notes: [] });
  const recorded = path === null ? null : await picture(path);
  if (!recorded) return unproven("no text shows its effect, and no screenshot was recorded");
  const { frame } = await observe(session, OBSERVE_PICTURE, signal);
  if (!frame) return unproven("no text shows its effect, and no screenshot can be taken");
  if (isSameView(recorded, frame, now))
    return { refusal: null, notes: ["only the screenshots show the effect: they are the same"] };
  return unproven("no text shows its effect, and the screenshots differ");
}
