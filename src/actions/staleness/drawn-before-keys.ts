import type { FrameStats } from "../../screen/frame-stats.js";
import { type DrawnFrame, framesOf } from "./drawn-frames.js";
import { isBlink } from "./frame-rhythm.js";
import { touchedAmong } from "./gap-after-input.js";
import { type FramesVerdict, gapByFrames } from "./gap-by-frames.js";

/** When keys were sent, by the device's clock in ms since boot, including sleep. */
export interface KeyTimes {
  /** The time of the last observation of the field. */
  readonly checkedAtMs: number;
  readonly sentAtMs: number;
  readonly doneAtMs: number;
  /** The last uses of the device, in ms since boot without sleep. */
  readonly usedAtUpMs: readonly number[];
  /** How many times `input` was run. */
  readonly runs: number;
  /** It was one key, pressed once: the device was used only once meanwhile, by this key. */
  readonly isOneKey?: boolean;
  /** Whether frames at the blinking pace of a caret are ignored; false if a change may hide in them. */
  readonly mayBlink?: boolean;
}

/**
 * Whether an app drew something between the last observation of a field and the first key that was sent to it. Blinks
 * of the caret are ignored if `mayBlink` allows it. From Android 12 on the first frame with the input event of a key
 * gives the time of the key.
 */
export function drewBeforeKeys(frames: FrameStats | null, times: KeyTimes): boolean {
  const kind = drawnBefore(frames, times);
  return kind === "changed" || (kind === "restless" && times.mayBlink === false);
}

/** Whether an app certainly drew nothing at all in that time. */
export function wasStillBeforeKeys(frames: FrameStats | null, times: KeyTimes): boolean {
  return !isReportedEarly(frames, times) && drawnBefore(frames, { ...times, mayBlink: false }) === "still";
}

function drawnBefore(frames: FrameStats | null, times: KeyTimes): FramesVerdict["kind"] {
  if (!frames || frames.uptimeMs === null || frames.realtimeMs === null) return "unknown";
  const asleepMs = frames.realtimeMs - frames.uptimeMs;
  const { checkedAtMs, sentAtMs, doneAtMs, usedAtUpMs, isOneKey = false, mayBlink = true } = times;
  const sent = [sentAtMs - asleepMs, doneAtMs - asleepMs] as const;
  const drawn = framesOf(frames);
  const isReported = drawn.some(({ isInput }) => isInput !== null);
  const usedAt = isReported && !isOneKey ? null : touchedAmong(usedAtUpMs, sent);
  const sentSince = drawn.filter(({ atMs }) => usedAt !== null && atMs > sent[0] - EARLY_MS && atMs < usedAt);
  const touchedAtUpMs = usedAt === null || isOneKey ? usedAt : firstKeyAt(sentSince, usedAt, times.runs);
  const app = { before: null, after: frames, hasCaret: mayBlink, isAllReported: true, drawsByFrames: false };
  return gapByFrames(app, { checkedAtMs, sentAtMs, doneAtMs, touchedAtUpMs }).kind;
}

/**
 * Whether an app drew something by itself between the first of these keys and a later time, apart from its caret. False
 * if its frames have no input events, as before Android 12: then frames of the keys cannot be recognised.
 */
export function drewAfterKeys(frames: FrameStats | null, sentAtMs: number, untilMs: number): boolean {
  if (!frames || frames.uptimeMs === null || frames.realtimeMs === null) return false;
  const asleepMs = frames.realtimeMs - frames.uptimeMs;
  const drawn = framesOf(frames);
  const first = drawn.find(({ isInput, atMs }) => isInput === true && atMs >= sentAtMs - asleepMs - EARLY_MS);
  const fromMs = first?.atMs ?? sentAtMs - asleepMs;
  const others = drawn.map(({ atMs }) => atMs);
  return drawn.some(
    ({ isInput, atMs }) => isInput === false && atMs > fromMs && atMs < untilMs - asleepMs && !isBlink(atMs, others, 1),
  );
}

/** A frame is finished and reported within this time. */
const REPORTED_WITHIN_MS = 100;

/** Whether an app reported its frames so soon after the keys that a frame drawn right before them may be missing. */
export function isReportedEarly(frames: FrameStats | null, { sentAtMs, doneAtMs, usedAtUpMs }: KeyTimes): boolean {
  if (!frames || frames.uptimeMs === null || frames.realtimeMs === null) return false;
  const asleepMs = frames.realtimeMs - frames.uptimeMs;
  const doneAt = doneAtMs - asleepMs;
  if (frames.uptimeMs > doneAt + REPORTED_WITHIN_MS) return false;
  const usedAt = touchedAmong(usedAtUpMs, [sentAtMs - asleepMs, doneAt]) ?? doneAt;
  return !framesOf(frames).some(({ atMs }) => atMs >= usedAt);
}

/** `/proc/uptime` counts in steps of 10 ms, and the drawing of a frame begins one frame before. */
const EARLY_MS = 27;
/** The power manager records keys at most this often. */
const USES_APART_MS = 100;
const VSYNC_MS = 17;
/**
 * Frames further apart belong to two runs of `input`, or to something else: an app draws a key within a few frames of
 * the key before.
 */
const APART_MS = 60;

/**
 * The time of the first key, if no frame has its input event. The power manager records the first key, and the next one
 * 100 ms later. If nothing was drawn in the 100 ms before a recorded use, that use was the first key; else each run of
 * `input` drew one burst of frames.
 */
function firstKeyAt(frames: readonly DrawnFrame[], usedAt: number, runs: number): number {
  const [first] = frames;
  if (!first || (runs === 1 && first.atMs > usedAt - USES_APART_MS + VSYNC_MS)) return usedAt;
  const bursts = burstsOf([...frames.map(({ atMs }) => atMs), usedAt]);
  // A touch counts from the next whole ms on (gapByFrames), so the time has to be one ms earlier.
  return Math.floor(bursts.at(-runs)?.[0] ?? usedAt) - 1;
}

function burstsOf(times: readonly number[]): readonly (readonly number[])[] {
  const bursts: number[][] = [];
  for (const atMs of times) {
    const last = bursts.at(-1);
    if (last && atMs - (last.at(-1) ?? 0) <= APART_MS) last.push(atMs);
    else bursts.push([atMs]);
  }
  return bursts;
}
