import { frameTotal as countOf } from "../../observe/settle/frame-counter.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import { type DrawnFrame, drawnWithoutInput, framesOf } from "./drawn-frames.js";
import { goesOnAsBusy, goesOnInRhythm, isBlink, isRestless } from "./frame-rhythm.js";
import { isOfTrain } from "./frame-train.js";
import { type Gap, STILL } from "./gap.js";

/** When a touch was checked and sent, by the device's clock in ms since boot, including sleep. */
export interface TouchTimes {
  /** The time of the last check of the target. */
  readonly checkedAtMs: number;
  readonly sentAtMs: number;
  /** The latest time at which the touch can have begun. */
  readonly doneAtMs: number;
  /**
   * When the touch began, in ms since boot without sleep, the clock of frames; null if the device does not report it.
   */
  readonly touchedAtUpMs: number | null;
  /** The last recorded use of the device before the touch, by the same clock; null if there was none. */
  readonly usedAtUpMs?: number | null;
}

/** The frames of an app, as it reported them. */
export interface AppFrames {
  /** The frames at the beginning of the action; null if they were not read. */
  readonly before: FrameStats | null;
  /** The frames since the action began, reported right after the touch, and later. */
  readonly after: FrameStats | null;
  readonly later?: FrameStats | null;
  /** A field has the focus, so a caret may blink. */
  readonly hasCaret: boolean;
  /**
   * All frames of the last seconds are reported, so each blink of the caret has another one right before or after it.
   */
  readonly isAllReported?: boolean;
  /** When the app drew before all of these frames, as earlier actions learned it. */
  readonly drawnLately?: readonly number[];
  /** The app draws its whole content in frames that are counted: if it reports no frame, it drew nothing. */
  readonly drawsByFrames: boolean;
}

/**
 * What the frames show. `restless`: the app draws all the time, or in a rhythm that nothing else would have
 * (`isRhythm`). `isBrief`: only one frame is suspicious. `isEarly`: all frames began before the last check, which may
 * have shown them already.
 */
export type FramesVerdict =
  | (Gap & { readonly isBrief?: boolean; readonly isEarly?: boolean })
  | { readonly kind: "restless"; readonly isRhythm: boolean };

/** `/proc/uptime` counts in steps of 10 ms. */
const CLOCK_STEP_MS = 10;
/** How many frames each window remembers (JankTracker, FrameInfo). */
const REMEMBERED = 120;
const VSYNC_MS = 17;

/**
 * Whether the app drew anything between the last check of a target and the touch. Frames before the screenshot of the
 * check do not count. Frames with the touch's own event came after it: from Android 12 on a frame has the last input
 * event that its window received (ViewFrameInfo). If the device does not report the time of the touch, the first of
 * these frames gives it. Up to Android 11 frames have no events, and what was drawn while `input` ran stays unknown. A
 * caret draws at its own pace; an app that drew all the time, or in a rhythm, is expected to continue.
 */
export function gapByFrames(
  { before, after, later = null, hasCaret, isAllReported = false, drawsByFrames, drawnLately = [] }: AppFrames,
  times: TouchTimes,
): FramesVerdict {
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
  // Frames between the two reports may be forgotten: then the pace in the first report counts.
  const starts = [when.checkedAt, before?.uptimeMs ?? when.checkedAt];
  const wellAfter = frames.flatMap(({ atMs }) => (atMs > when.doneAt + LONGEST_TAP_MS ? [atMs] : []));
  const isTick = isOfTrain([...drawnLately, ...drawnWithoutInput(frames)], drawnAt);
  if (isTick || goesOnInRhythm(earlier, drawnAt, wellAfter)) return { kind: "restless", isRhythm: true };
  if (goesOnAsBusy(earlier, drawnAt) || starts.some((atMs) => isRestless(earlier, atMs))) {
    return { kind: "restless", isRhythm: false };
  }
  const hasIds = frames.some(({ isInput }) => isInput !== null) && !mayHaveOlderEvent(frames, when);
  if (times.touchedAtUpMs === null && !hasIds && first.atMs >= when.sentAt)
    return unknownBecause("the device did not report when it was touched");
  const since = Math.round(touchedAt - first.atMs);
  const why = `the app drew ${drawn.length} frames, the first ${since} ms before the touch`;
  return {
    kind: "changed",
    why,
    isBrief: drawn.length === 1,
    isEarly: drawnAt.every((atMs) => atMs <= when.checkedAt),
  };
}

/** The same times, by the clock of frames. */
interface Uptimes {
  readonly checkedAt: number;
  readonly sentAt: number;
  readonly doneAt: number;
  /** When the touch began; null if the device does not report it. */
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

/** The time is reported in whole ms, and no app receives a touch within the same ms. */
function heardOf({ touchedAtUpMs }: TouchTimes): number | null {
  return touchedAtUpMs === null ? null : touchedAtUpMs + 1;
}

/** When the touch began, as the device or a frame shows it; undefined if neither does. */
function touchedAtOf(frames: readonly DrawnFrame[], when: Uptimes): number | undefined {
  if (when.heardAt !== null) return when.heardAt;
  return mayHaveOlderEvent(frames, when) ? undefined : frames.find((frame) => isOfTouch(frame, when))?.atMs;
}

function isOfTouch({ isInput, atMs }: DrawnFrame, { sentAt }: Uptimes): boolean {
  return isInput === true && atMs >= sentAt - VSYNC_MS;
}

/**
 * Whether the frame has the event of the touch. A busy app draws late: its frame was due before the touch, and has the
 * event anyway.
 */
function bearsTouch({ isInput, recordedAtMs }: DrawnFrame, { heardAt }: Uptimes): boolean {
  return heardAt !== null && isInput === true && recordedAtMs >= heardAt;
}

/**
 * Whether the event of a frame may belong to an earlier touch that drew nothing. A later frame without an event proves
 * that no event was left over.
 */
function mayHaveOlderEvent(frames: readonly DrawnFrame[], { usedAt, sentAt }: Uptimes): boolean {
  if (usedAt === null) return false;
  return !frames.some(({ atMs, isInput }) => isInput === false && atMs > usedAt + LONGEST_TAP_MS && atMs < sentAt);
}

/** The finger of a tap is up again within this time, and the app received both events. */
const LONGEST_TAP_MS = 300;

/** An app that shows a touch does so in one of the next frames. */
const SHOWN_WITHIN_MS = 100;

/**
 * Whether a window of the app received the touch, as far as its frames show. Up to Android 11, where frames have no
 * input events, whether it drew at all right after the touch. Null if unknown.
 */
export function receivedTouch(after: FrameStats | null, times: TouchTimes): boolean | null {
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

/** Whether the app drew something in answer to the touch; null if it does not report it. */
export function drewFor(after: FrameStats | null, times: TouchTimes): boolean | null {
  const taken = receivedTouch(after, times);
  if (taken !== null || !after || after.uptimeMs === null || after.realtimeMs === null) return taken;
  const { sentAt } = uptimes(times, after.realtimeMs - after.uptimeMs);
  return framesOf(after).some(({ atMs }) => atMs >= sentAt);
}

/**
 * `input` as a process of its own ends at least this long after the touch; a window that a touch opens takes longer.
 */
const SHORTEST_INPUT_MS = 100;

/**
 * Whether an app that was not in front when a touch was sent received it, or was drawn before the touch was done: no
 * touch opens another app in the time in which `input` ends.
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
  if (early) return { kind: "changed", why: "another window was drawn before the touch" };
  const taken = frames.find(({ atMs, isInput }) => isInput && atMs >= sentAt - VSYNC_MS && atMs <= doneAt + VSYNC_MS);
  if (taken) return { kind: "changed", why: "another window took the touch" };
  return isForgotten(frames, sentAt) ? unknownBecause("another window drew more frames than Android keeps") : STILL;
}

function laterThan(frames: readonly DrawnFrame[], doneAt: number): readonly number[] {
  return frames.filter(({ atMs, isInput }) => atMs > doneAt && isInput !== true).map(({ atMs }) => atMs);
}

/** Whether all remembered frames are later than this time: earlier ones are lost. */
function isForgotten(frames: readonly DrawnFrame[], atMs: number): boolean {
  return frames.length >= REMEMBERED && frames.every((frame) => frame.atMs > atMs);
}

function unknownBecause(why: string): Gap {
  return { kind: "unknown", why };
}
