import type { FrameStats } from "../screen/frame-stats.js";
import { type Gap, STILL } from "./gap.js";

/** When a touch was checked and sent, by the device's clock in ms since boot, sleep counted. */
export interface TouchTimes {
  /** Nothing later than this was seen of the target. */
  readonly checkedAtMs: number;
  readonly sentAtMs: number;
  /** The latest moment at which it can have begun. */
  readonly doneAtMs: number;
  /** When it began, in ms since boot without sleep, as frames are timed; null where the device does not tell. */
  readonly touchedAtUpMs: number | null;
  /** The device was asked for that and told of another use only: then input events that frames bear may be older, too. */
  readonly isMissed?: boolean;
}

/** The frames of an app, as it told them. */
export interface AppFrames {
  /** When the action was begun; null where nobody asked. */
  readonly before: FrameStats | null;
  /** Since the touch. */
  readonly after: FrameStats | null;
  /** A field has the focus, so that a caret may blink. */
  readonly hasCaret: boolean;
}

/** What the frames say; `restless` where the app draws all the time, `isBrief` where a single one was drawn too much. */
export type FramesSay = (Gap & { readonly isBrief?: boolean }) | { readonly kind: "restless" };

/** A picture shows a frame some 50 ms after its vsync: input, drawing, SurfaceFlinger, at 60 Hz. */
const SHOWN_AFTER_MS = 50;
/** `/proc/uptime` counts in steps of 10 ms. */
const CLOCK_STEP_MS = 10;
/** Each window remembers so many frames (JankTracker, FrameInfo). */
const REMEMBERED = 120;

/**
 * Whether the app drew anything between the last look at a target and the touch. Where it is not known when that was, from
 * Android 12 on the first frame that bears an input event is the touch's; before, frames bear none, and of what was drawn
 * while `input` ran nobody knows. A caret draws at its own pace, and an app that drew all the time before goes on doing so.
 */
export function gapByFrames({ before, after, hasCaret }: AppFrames, times: TouchTimes): FramesSay {
  const clock = after ?? before;
  if (!after || !clock || clock.uptimeMs === null || clock.realtimeMs === null)
    return untold("the app tells no frames");
  const asleepMs = clock.realtimeMs - clock.uptimeMs;
  const frames = [...framesOf(before), ...framesOf(after)].sort((a, b) => a.atMs - b.atMs);
  if (frames.length === 0) return untold("the app tells no frames");
  const checkedAt = times.checkedAtMs - asleepMs - SHOWN_AFTER_MS;
  const sentAt = times.sentAtMs - asleepMs - CLOCK_STEP_MS;
  const doneAt = times.doneAtMs - asleepMs + CLOCK_STEP_MS;
  const ofTouch = frames.find(({ atMs, isInput }) => isInput && atMs >= sentAt - VSYNC_MS);
  const touchedAt = heardOf(times) ?? (times.isMissed ? undefined : ofTouch?.atMs) ?? doneAt;
  const drawn = frames.filter(({ atMs }) => atMs > checkedAt && atMs < touchedAt);
  const [first] = drawn;
  if (!first) return isForgotten(framesOf(after), touchedAt) ? untold("it drew too much to remember it") : STILL;
  const earlier = frames.flatMap(({ atMs }) => (atMs <= checkedAt ? [atMs] : []));
  if (hasCaret && drawn.every(({ atMs }) => isBlink(atMs, [...earlier, ...later(frames, doneAt)]))) return STILL;
  // What was drawn between the two answers may be forgotten: then the pace of the first counts.
  if ([checkedAt, before?.uptimeMs ?? checkedAt].some((atMs) => isRestless(earlier, atMs))) return { kind: "restless" };
  const hasIds = times.isMissed !== true && frames.some(({ isInput }) => isInput !== null);
  if (times.touchedAtUpMs === null && !hasIds && first.atMs >= sentAt)
    return untold("the device did not tell when it was touched");
  const since = Math.round(touchedAt - first.atMs);
  const why = `the app drew ${drawn.length} frames, the first ${since} ms before it`;
  return { kind: "changed", why, isBrief: drawn.length === 1 };
}

const VSYNC_MS = 17;

/** The time is told in whole ms, and no app hears of a touch within one. */
function heardOf({ touchedAtUpMs }: TouchTimes): number | null {
  return touchedAtUpMs === null ? null : touchedAtUpMs + 1;
}

/** So many frames in so long are an animation that runs, and no change that came. */
const RESTLESS_MS = 400;
const RESTLESS_FRAMES = 6;

function isRestless(drawn: readonly number[], atMs: number): boolean {
  return drawn.filter((one) => one <= atMs && one > atMs - RESTLESS_MS).length >= RESTLESS_FRAMES;
}

/** An app that shows that it was touched does so with one of the next frames. */
const SHOWN_WITHIN_MS = 100;

/**
 * Whether a window of the app took the touch, as far as it draws for it: up to Android 11, where frames bear no input
 * events, whether it drew at all right after it. Null where that is not to tell.
 */
export function hasTaken(after: FrameStats | null, times: TouchTimes): boolean | null {
  if (!after || after.uptimeMs === null || after.realtimeMs === null) return null;
  const sentAt = times.sentAtMs - (after.realtimeMs - after.uptimeMs);
  const frames = framesOf(after);
  const { touchedAtUpMs } = times;
  if (frames.length > 0 && frames.every(({ isInput }) => isInput === null)) {
    if (touchedAtUpMs === null) return null;
    return frames.some(({ atMs }) => atMs >= touchedAtUpMs && atMs <= touchedAtUpMs + SHOWN_WITHIN_MS);
  }
  return frames.some(({ isInput, atMs }) => isInput === true && atMs >= sentAt - VSYNC_MS);
}

/** An `input` that is a program of its own ends so long after the touch; what a touch brings up takes longer. */
const LAST_WORDS_MS = 100;

/**
 * Whether an app that was not in front when a touch was sent took it, or was drawn before it was done: no touch brings up
 * another app in the time in which `input` ends.
 */
export function tookTouch(after: FrameStats | null, times: TouchTimes): Gap {
  if (!after || after.uptimeMs === null || after.realtimeMs === null)
    return untold("another window came, and tells no frames");
  const asleepMs = after.realtimeMs - after.uptimeMs;
  const sentAt = times.sentAtMs - asleepMs;
  const frames = framesOf(after);
  if (frames.length === 0) return untold("another window came, and tells no frames");
  const checkedAt = times.checkedAtMs - asleepMs - SHOWN_AFTER_MS;
  const isOld = frames.every(({ isInput }) => isInput === null);
  const doneAt = times.doneAtMs - asleepMs;
  const surelyBefore = heardOf(times) ?? (isOld ? Math.max(sentAt, doneAt - LAST_WORDS_MS) : doneAt);
  const early = frames.find(({ atMs }) => atMs > checkedAt && atMs < (heardOf(times) ?? doneAt));
  if (early && early.atMs >= surelyBefore) return untold("another window came while `input` ran");
  if (early) return { kind: "changed", why: "another window was drawn before it" };
  const taken = frames.find(({ atMs, isInput }) => isInput && atMs >= sentAt - VSYNC_MS && atMs <= doneAt + VSYNC_MS);
  if (taken) return { kind: "changed", why: "another window took it" };
  return isForgotten(frames, sentAt) ? untold("another window drew too much to remember it") : STILL;
}

interface DrawnFrame {
  /** IntendedVsync, in ms since boot without sleep. */
  readonly atMs: number;
  /** It bears an input event; null where the release does not tell. */
  readonly isInput: boolean | null;
}

function framesOf(stats: FrameStats | null): readonly DrawnFrame[] {
  if (!stats) return [];
  const rows = stats.processes.length > 0 ? stats.processes.flatMap(({ frames }) => frames) : stats.frames;
  return rows.flatMap((row) => {
    const atMs = Number(row["IntendedVsync"]) / 1e6;
    const id = row["InputEventId"];
    return Number.isFinite(atMs) ? [{ atMs, isInput: id === undefined ? null : id !== "0" }] : [];
  });
}

function later(frames: readonly DrawnFrame[], doneAt: number): readonly number[] {
  return frames.filter(({ atMs, isInput }) => atMs > doneAt && isInput !== true).map(({ atMs }) => atMs);
}

/** Editor.BLINK: a caret is drawn anew each 500 ms. */
const BLINK_MS = 500;
const BLINK_LATE_MS = 40;
const MOST_BLINKS = 4;

/** Whether other frames were drawn just so many blinks before or after. */
function isBlink(atMs: number, others: readonly number[]): boolean {
  return others.some((other) => {
    const blinks = Math.round(Math.abs(atMs - other) / BLINK_MS);
    const lateMs = Math.abs(Math.abs(atMs - other) - blinks * BLINK_MS);
    return blinks >= 1 && blinks <= MOST_BLINKS && lateMs <= BLINK_LATE_MS;
  });
}

/** All that a window remembers is later: what was before is lost. */
function isForgotten(frames: readonly DrawnFrame[], atMs: number): boolean {
  return frames.length >= REMEMBERED && frames.every((frame) => frame.atMs > atMs);
}

function untold(why: string): Gap {
  return { kind: "unknown", why };
}
