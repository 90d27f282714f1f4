import { OBSERVE_PICTURE, OBSERVE_TREE, observe } from "../observe/observe.js";
import type { Observation } from "../screen/observation.js";
import { closeApp } from "../tools/close-app.js";
import { compareStep, isSameView, otherVerdict, type Seen, type SeenVerdict } from "./judge-step.js";
import { lookUntil } from "./look-until.js";
import type { RecordedStep } from "./recorded-step.js";
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

/** Looks again while the screen is not the recorded one: what is slow today is no divergence. */
export async function judgeOutcome(
  step: RecordedStep,
  done: Done,
  parts: ReplayParts,
  signal: AbortSignal,
): Promise<Judged> {
  const { after, call, before, verdict } = done;
  const untold = (message: string): Judged => ({ refusal: { code: "REPLAY_UNTOLD", message }, notes: [], left: after });
  if (step.error !== null) {
    const message = `it failed with ${step.error} when it was recorded, and does not now`;
    return { refusal: { code: "REPLAY_DIVERGED", message }, notes: [], left: after };
  }
  const { after: expected, verdict: then } = step;
  if (!expected || !then) return untold("the trace does not say what came of it");
  if (!after) return untold("there was no time left to read the screen afterwards");
  const renamed = renamedTargets(call.targets, before);
  const compare = (now: Observation) => {
    const { differences, isTold } = compareStep(
      { ...step, after: expected },
      { before, after: now, verdict },
      { steady: parts.steady, renamed },
    );
    const other = otherVerdict(then, verdict, { isTold });
    return { now, isTold, differences: [...differences, ...(other === null ? [] : [other])] };
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
  const { now, isTold, differences } = await lookUntil(parts.patienceMs, check, () => last.seen, signal);
  if (differences.length > 0) {
    return { refusal: { code: "REPLAY_DIVERGED", message: differences.join("; ") }, notes: [], left: now };
  }
  if (isTold || then.kind === "no_effect") return { refusal: null, notes: [], left: now };
  // An app that is stopped behind another one shows it nowhere: pictures tell of clocks alone then.
  const isUnpictured = expected.picture === null || call.tool === closeApp;
  if (isUnpictured && isUntoldAlike(then, verdict) && isSurelyAimed(call)) {
    return { refusal: null, notes: ["nothing of what it did was recorded, and nothing shows now"], left: now };
  }
  return { ...(await byPicture(expected.picture, now, parts, signal)), left: now };
}

/** Nothing was seen to change then, and nothing was now. */
function isUntoldAlike(then: SeenVerdict, now: SeenVerdict): boolean {
  return then.kind === "unknown" && (now.kind === "unknown" || now.kind === "no_effect");
}

/** What it was done to is known by more than its place. */
function isSurelyAimed({ points, targets }: StepCall): boolean {
  return points.length === 0 && !targets.some(isPlaceOnly);
}

/** Where words tell nothing of what was done, the pictures of the screens afterwards have to be the same. */
async function byPicture(
  path: string | null,
  now: Observation,
  { session, picture }: ReplayParts,
  signal: AbortSignal,
): Promise<Omit<Judged, "left">> {
  const untold = (message: string) => ({ refusal: { code: "REPLAY_UNTOLD" as const, message }, notes: [] });
  const recorded = path === null ? null : await picture(path);
  if (!recorded) return untold("nothing of what it did shows in words, and no picture was recorded");
  const { frame } = await observe(session, OBSERVE_PICTURE, signal);
  if (!frame) return untold("nothing of what it did shows in words, and no picture can be taken");
  if (isSameView(recorded, frame, now)) return { refusal: null, notes: ["only the pictures tell: they are the same"] };
  return untold("nothing of what it did shows in words, and the pictures are not the same");
}
