import { containsPoint, rectOf } from "../base/geometry.js";
import { type ObserveResult, observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import { resolveStored } from "../screen/heal.js";
import { quoteWords } from "../screen/label.js";
import type { Observation } from "../screen/observation.js";
import type { Pixels } from "../vision/image.js";
import { pendingTexts, unexpectedTexts } from "./by-itself.js";
import { isSamePicture } from "./compare-pictures.js";
import { barHeight, frontOf, otherFront } from "./judge-step.js";
import { lookUntil } from "./look-until.js";
import { type RecordedStep, wordsRecorded } from "./recorded-step.js";
import type { Refusal, ReplayParts } from "./replay-parts.js";
import { otherFocus, otherScreen } from "./same-screen.js";
import { isSameRecordedFront } from "./steady-words.js";
import { isPlaceOnly, type StepCall } from "./step-call.js";

interface Sought {
  readonly step: RecordedStep;
  readonly call: StepCall;
  /** The last screen of the step before. */
  readonly left: Observation | null;
  /** The step before; null if its result was not the recorded one. */
  readonly previous: RecordedStep | null;
}

interface Ready extends ObserveResult {
  /** Words that appeared without an action in the recording, but not since the step before in this run. */
  readonly missing: readonly string[];
}

/** Waits until the screen fits the step; gives the present screen when the time is over. */
export async function readyScreen(
  { step, call, left, previous }: Sought,
  { session, steady, patienceMs }: ReplayParts,
  signal: AbortSignal,
): Promise<Ready> {
  const screens: Observation[] = left ? [left] : [];
  const last: { seen: Ready | null } = { seen: null };
  const check = async () => {
    const seen = await observe(session, { ...OBSERVE_TREE, screenshot: true }, signal);
    const { observation } = seen;
    const earlier = screens.at(-1);
    const front = frontOf(observation);
    if (earlier && isSameRecordedFront(frontOf(earlier), front))
      steady.noteLooks(front, wordsRecorded(earlier.elements), wordsRecorded(observation.elements));
    screens.push(observation);
    const missing = call.isScreenIndependent
      ? []
      : pendingTexts(step, previous, screens).filter((word) => !steady.isNamed(word));
    last.seen = { ...seen, missing };
    return isReady(step, call, observation) && missing.length === 0 ? last.seen : undefined;
  };
  return await lookUntil(patienceMs, check, () => last.seen, signal);
}

function isReady({ before }: RecordedStep, call: StepCall, now: Observation): boolean {
  if (call.isScreenIndependent) return true;
  if (before.isKnown && otherFront(before.front, frontOf(now)) !== null) return false;
  return call.targets.every((stored) => resolveStored(stored, now).matches.length > 0);
}

interface Asked extends Omit<Sought, "previous"> {
  readonly notes: string[];
}

const MOST_REPORTED = 5;

function reported(words: readonly string[]): string {
  return words.slice(0, MOST_REPORTED).map(quoteWords).join(", ");
}

/** The reason why the step must not be performed on this screen; null if it may be. */
export async function unlikeRecorded(
  { step, call, left, notes }: Asked,
  { observation, frame, missing }: Ready,
  parts: ReplayParts,
): Promise<Refusal | null> {
  if (call.isScreenIndependent) return null;
  const refuse = (message: string): Refusal => ({
    code: "REPLAY_OTHER_SCREEN",
    message: `${message}; nothing was done`,
  });
  const front = step.before.isKnown ? otherFront(step.before.front, frontOf(observation)) : null;
  if (front !== null) return refuse(front);
  if (missing.length > 0)
    return refuse(
      `elements that appeared by themselves after the last step of the recording are missing: ${reported(missing)}`,
    );
  const others = unexpectedTexts(step, left, observation).filter((word) => !parts.steady.isNamed(word));
  if (others.length > 0)
    notes.push(`appeared by itself since the last step, and is not in the recording: ${reported(others)}`);
  const focus = call.isToFocus ? otherFocus(step.before, observation.focusedElement) : null;
  if (focus !== null) return refuse(focus);
  const isByPlace = call.targets.some(isPlaceOnly);
  if (call.points.length === 0 && !isByPlace) return null;
  const isIgnored = (word: string) => parts.steady.isIgnored(step.before.front, word);
  const why = isByPlace ? "only its place distinguishes the target from others" : "a point does not name an element";
  const other = otherScreen(step.before, observation, isIgnored);
  if (other !== null) return refuse(`${why}, and the screen is not the recorded one: ${other}`);
  const picture = step.before.picture === null ? null : await parts.picture(step.before.picture);
  const unlike =
    call.points.length > 0 &&
    picture &&
    frame &&
    !areSameAround(call, { recorded: picture, now: frame, top: barHeight(observation) });
  if (unlike) return refuse(`${why}, and the picture around it is not the recorded one`);
  const isSeen = observation.elements.some(({ systemBar }) => !systemBar) || (picture !== null && frame !== null);
  if (!isSeen) return refuse(`${why}, and neither elements nor pictures can be compared`);
  notes.push(`${why}; the screen is the recorded one`);
  return null;
}

/** How far around a point the picture has to be the same, as a share of the screen's width. */
const AROUND = 0.15;

interface TwoPictures {
  readonly recorded: Pixels;
  readonly now: Pixels;
  /** The lower edge of the status bar, in px: its clock changes. */
  readonly top: number;
}

function areSameAround({ points }: StepCall, { recorded, now, top }: TwoPictures): boolean {
  return points.every((point) => {
    const x = point.isShare ? (point.x / 100) * now.width : point.x;
    const y = point.isShare ? (point.y / 100) * now.height : point.y;
    const reach = Math.round(AROUND * now.width);
    const at = { x: Math.round(x), y: Math.round(y) };
    if (!containsPoint(rectOf(0, 0, now.width, now.height), at)) return false;
    return isSamePicture(recorded, now, rectOf(at.x - reach, Math.max(top, at.y - reach), at.x + reach, at.y + reach));
  });
}
