import { frameTotal as countOf } from "../../observe/settle/frame-counter.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import { type DrawnFrame, drawnWithoutInput, framesOf } from "./drawn-frames.js";
import { goesOnAsBusy, goesOnInRhythm, isBlink, isRestless } from "./frame-rhythm.js";
import { isOfTrain } from "./frame-train.js";
import { type Gap, STILL } from "./gap.js";

/** When a touch was checked and sent, by the device's clock in ms since boot, sleep counted. */
export interface TouchTimes {
  /** Nothing later than this was seen of the target. */
  readonly checkedAtMs: number;
  readonly sentAtMs: number;
  /** The latest moment at which it can have begun. */
  readonly doneAtMs: number;
  /** When it began, in ms since boot without sleep, as frames are timed; null if the device does not report it. */
  readonly touchedAtUpMs: number | null;
  /** The last other use of the device before it that was noted, in the same time; null if none was. */
  readonly usedAtUpMs?: number | null;
}

/** The frames of an app, as it reported them. */
export interface AppFrames {
  /** When the action was begun; null if nobody asked. */
  readonly before: FrameStats | null;
  /** Since the action was begun, as reported right after the touch, and later. */
  readonly after: FrameStats | null;
  readonly later?: FrameStats | null;
  /** A field has the focus, so that a caret may blink. */
  readonly hasCaret: boolean;
  /** All frames of the last seconds are reported, so that each blink of the caret has one right before or after it. */
  readonly isAllReported?: boolean;
  /** When it drew before all of these, as earlier actions heard. */
  readonly drawnLately?: readonly number[];
  /** Its whole contents are drawn in frames that it counts: if it reports none, none was drawn. */
  readonly drawsByFrames: boolean;
}

/**
 * What the frames say; `restless` where the app draws all the time, or goes on in a rhythm, as nothing else would
 * draw (`isRhythm`); `isBrief` where a single one
 * was drawn too much; `isEarly` where all of them were begun before the last check, which may have shown them already.
 */
export type FramesSay =
  | (Gap & { readonly isBrief?: boolean; readonly isEarly?: boolean })
  | { readonly kind: "restless"; readonly isRhythm: boolean };

/** `/proc/uptime` counts in steps of 10 ms. */
const CLOCK_STEP_MS = 10;
/** Each window remembers so many frames (JankTracker, FrameInfo). */
const REMEMBERED = 120;
const VSYNC_MS = 17;

/**
 * Whether the app drew anything between the last check of a target and the touch. What a screenshot shows was drawn
 * before it; what bears the touch's own event, after it: from Android 12 on frames bear the last input event that their
 * window had taken (ViewFrameInfo), and where the device does not report the time of the touch, the first of these
 * frames dates it. Up to Android 11 frames bear none, and for drawings while `input` ran it is unknown. A caret draws
 * at its own pace, and an app that drew all the time, or in a rhythm, goes on doing so.
 */
export function gapByFrames(
  { before, after, later = null, hasCaret, isAllReported = false, drawsByFrames, drawnLately = [] }: AppFrames,
  times: TouchTimes,
): FramesSay {
  const clock = after ?? before;
  if (!after || !clock || clock.uptimeMs === null || clock.realtimeMs === null)
    return unknownBecause("the app reports no frames");
  const frames = framesOf(before, after, later);
  if (frames.length === 0) {
    return drawsByFrames && countOf(later ?? after) === 0 ? STILL : unknownBecause("the app reports no frames");
  }
  const when = uptimes(times, clock.realtimeMs - clock.uptimeMs);
  const touchedAt = touchedAtOf(frames, when) ?? when.doneAt;
  const isBefore = (frame: DrawnFrame) => frame.atMs < touchedAt && !bearsTouch(frame, when);
  const drawn = frames.filter((frame) => frame.shownAtMs > when.checkedAt && isBefore(frame));
  const [first] = drawn;
  if (!first)
    return isForgotten(framesOf(after), touchedAt) ? unknownBecause("it drew more frames than Android keeps") : STILL;
  const drawnAt = drawn.map(({ atMs }) => atMs);
  const earlier = frames.flatMap(({ atMs }) => (atMs < first.atMs ? [atMs] : []));
  const others = [...earlier, ...laterThan(frames, when.doneAt)];
  const isOfCaret = (atMs: number, nth: number) =>
    isAllReported ? isBlink(atMs, [...others, ...drawnAt.slice(0, nth)], 1) : isBlink(atMs, others);
  if (hasCaret && drawnAt.every(isOfCaret)) return STILL;
  // What was drawn between the two answers may be forgotten: then the pace of the first counts.
  const starts = [when.checkedAt, before?.uptimeMs ?? when.checkedAt];
  const wellAfter = frames.flatMap(({ atMs }) => (atMs > when.doneAt + LONGEST_TAP_MS ? [atMs] : []));
  const isTick = isOfTrain([...drawnLately, ...drawnWithoutInput(frames)], drawnAt);
  if (isTick || goesOnInRhythm(earlier, drawnAt, wellAfter)) return { kind: "restless", isRhythm: true };
  if (goesOnAsBusy(earlier, drawnAt) || starts.some((atMs) => isRestless(earlier, atMs))) {
    return { kind: "restless", isRhythm: false };
  }
  const hasIds = frames.some(({ isInput }) => isInput !== null) && !mayBearOther(frames, when);
  if (times.touchedAtUpMs === null && !hasIds && first.atMs >= when.sentAt)
    return unknownBecause("the device did not report when it was touched");
  const since = Math.round(touchedAt - first.atMs);
  const why = `the app drew ${drawn.length} frames, the first ${since} ms before it`;
  return {
    kind: "changed",
    why,
    isBrief: drawn.length === 1,
    isEarly: drawnAt.every((atMs) => atMs <= when.checkedAt),
  };
}

/** The same times as frames are timed. */
interface Uptimes {
  readonly checkedAt: number;
  readonly sentAt: number;
  readonly doneAt: number;
  /** When it began; null if the device does not report it. */
  readonly heardAt: number | null;
  readonly usedAt: number | null;
}

function uptimes(times: TouchTimes, asleepMs: number): Uptimes {
  return {
    checkedAt: times.checkedAtMs - asleepMs,
    sentAt: times.sentAtMs - asleepMs - CLOCK_STEP_MS,
    doneAt: times.doneAtMs - asleepMs + CLOCK_STEP_MS,
    heardAt: heardOf(times),
    usedAt: times.usedAtUpMs ?? null,
  };
}

/** The time is reported in whole ms, and no app receives a touch within one. */
function heardOf({ touchedAtUpMs }: TouchTimes): number | null {
  return touchedAtUpMs === null ? null : touchedAtUpMs + 1;
}

/** When the touch came, as far as the device or a frame shows; else undefined. */
function touchedAtOf(frames: readonly DrawnFrame[], when: Uptimes): number | undefined {
  if (when.heardAt !== null) return when.heardAt;
  return mayBearOther(frames, when) ? undefined : frames.find((frame) => isOfTouch(frame, when))?.atMs;
}

function isOfTouch({ isInput, atMs }: DrawnFrame, { sentAt }: Uptimes): boolean {
  return isInput === true && atMs >= sentAt - VSYNC_MS;
}

/** An app that was busy draws late: its frame was due before the touch, and has its event anyway. */
function bearsTouch({ isInput, recordedAtMs }: DrawnFrame, { heardAt }: Uptimes): boolean {
  return heardAt !== null && isInput === true && recordedAtMs >= heardAt;
}

/**
 * Whether the event that a frame bears may be one of an earlier touch that drew nothing. A frame after that touch that
 * bears none says that nothing was left.
 */
function mayBearOther(frames: readonly DrawnFrame[], { usedAt, sentAt }: Uptimes): boolean {
  if (usedAt === null) return false;
  return !frames.some(({ atMs, isInput }) => isInput === false && atMs > usedAt + LONGEST_TAP_MS && atMs < sentAt);
}

/** A finger that taps is up again by then, and both of its events were heard. */
const LONGEST_TAP_MS = 300;

/** An app that shows that it was touched does so with one of the next frames. */
const SHOWN_WITHIN_MS = 100;

/**
 * Whether a window of the app took the touch, as far as it draws for it: up to Android 11, where frames bear no input
 * events, whether it drew at all right after it. Null if that is unknown.
 */
export function hasTaken(after: FrameStats | null, times: TouchTimes): boolean | null {
  if (!after || after.uptimeMs === null || after.realtimeMs === null) return null;
  const when = uptimes(times, after.realtimeMs - after.uptimeMs);
  const frames = framesOf(after);
  const { touchedAtUpMs } = times;
  if (frames.length > 0 && frames.every(({ isInput }) => isInput === null)) {
    if (touchedAtUpMs === null) return null;
    return frames.some(({ atMs }) => atMs >= touchedAtUpMs && atMs <= touchedAtUpMs + SHOWN_WITHIN_MS);
  }
  return frames.some((frame) => isOfTouch(frame, when));
}

/** Whether the app drew something for the touch; null if it does not report it. */
export function drewFor(after: FrameStats | null, times: TouchTimes): boolean | null {
  const taken = hasTaken(after, times);
  if (taken !== null || !after || after.uptimeMs === null || after.realtimeMs === null) return taken;
  const { sentAt } = uptimes(times, after.realtimeMs - after.uptimeMs);
  return framesOf(after).some(({ atMs }) => atMs >= sentAt);
}

/** An `input` that is a program of its own ends so long after the touch; what a touch brings up takes longer. */
const SHORTEST_INPUT_MS = 100;

/**
 * Whether an app that was not in front when a touch was sent took it, or was drawn before it was done: no touch brings
 * up another app in the time in which `input` ends.
 */
export function tookTouch(after: FrameStats | null, times: TouchTimes): Gap {
  if (!after || after.uptimeMs === null || after.realtimeMs === null)
    return unknownBecause("another window appeared, and reports no frames");
  const asleepMs = after.realtimeMs - after.uptimeMs;
  const sentAt = times.sentAtMs - asleepMs;
  const frames = framesOf(after);
  if (frames.length === 0) return unknownBecause("another window appeared, and reports no frames");
  const checkedAt = times.checkedAtMs - asleepMs;
  const isOld = frames.every(({ isInput }) => isInput === null);
  const doneAt = times.doneAtMs - asleepMs;
  const surelyBefore = heardOf(times) ?? (isOld ? Math.max(sentAt, doneAt - SHORTEST_INPUT_MS) : doneAt);
  const early = frames.find(({ atMs, shownAtMs }) => shownAtMs > checkedAt && atMs < (heardOf(times) ?? doneAt));
  if (early && early.atMs >= surelyBefore) return unknownBecause("another window appeared while `input` ran");
  if (early) return { kind: "changed", why: "another window was drawn before it" };
  const taken = frames.find(({ atMs, isInput }) => isInput && atMs >= sentAt - VSYNC_MS && atMs <= doneAt + VSYNC_MS);
  if (taken) return { kind: "changed", why: "another window took the touch" };
  return isForgotten(frames, sentAt) ? unknownBecause("another window drew more frames than Android keeps") : STILL;
}

function laterThan(frames: readonly DrawnFrame[], doneAt: number): readonly number[] {
  return frames.filter(({ atMs, isInput }) => atMs > doneAt && isInput !== true).map(({ atMs }) => atMs);
}

/** All that a window remembers is later: what was before is lost. */
function isForgotten(frames: readonly DrawnFrame[], atMs: number): boolean {
  return frames.length >= REMEMBERED && frames.every((frame) => frame.atMs > atMs);
}

function unknownBecause(why: string): Gap {
  return { kind: "unknown", why };
}
