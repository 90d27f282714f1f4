import type { FrameStats } from "../../screen/frame-stats.js";
import { type DrawnFrame, framesOf } from "./drawn-frames.js";
import { isBlink } from "./frame-rhythm.js";
import { touchedAmong } from "./gap-after-input.js";
import { type FramesSay, gapByFrames } from "./gap-by-frames.js";

/** When keys were sent, by the device's clock in ms since boot, sleep counted. */
export interface KeyTimes {
  /** Nothing later than this was seen of the field. */
  readonly checkedAtMs: number;
  readonly sentAtMs: number;
  readonly doneAtMs: number;
  /** When the device was used last, in ms since boot without sleep. */
  readonly usedAtUpMs: readonly number[];
  /** How many times `input` was run. */
  readonly runs: number;
  /** One key, pressed once: the device was used with it, and with nothing else meanwhile. */
  readonly isOneKey?: boolean;
  /** A frame in which a caret blinks says nothing; where it is false, another one may be drawn in its place. */
  readonly mayBlink?: boolean;
}

/**
 * Whether an app drew something between the last observation of a field and the first key that was sent to it, apart
 * from its caret where that may blink. From Android 12 on the first frame that bears the event of a key gives its time.
 */
export function drewBeforeKeys(frames: FrameStats | null, times: KeyTimes): boolean {
  const kind = drawnBefore(frames, times);
  return kind === "changed" || (kind === "restless" && times.mayBlink === false);
}

/** Whether it is certain that an app drew nothing at all then. */
export function wasStillBeforeKeys(frames: FrameStats | null, times: KeyTimes): boolean {
  return !isReportedEarly(frames, times) && drawnBefore(frames, { ...times, mayBlink: false }) === "still";
}

function drawnBefore(frames: FrameStats | null, times: KeyTimes): FramesSay["kind"] {
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
 * Whether an app drew something by itself between the first of some keys and a later moment, apart from its caret.
 * False if its frames bear no input events, as before Android 12: then those of the keys are not distinguished.
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

/** A frame is finished, and reported, by then. */
const REPORTED_WITHIN_MS = 100;

/** Whether an app reported its frames so soon after keys that one drawn right before them may be missing. */
export function isReportedEarly(frames: FrameStats | null, { sentAtMs, doneAtMs, usedAtUpMs }: KeyTimes): boolean {
  if (!frames || frames.uptimeMs === null || frames.realtimeMs === null) return false;
  const asleepMs = frames.realtimeMs - frames.uptimeMs;
  const doneAt = doneAtMs - asleepMs;
  if (frames.uptimeMs > doneAt + REPORTED_WITHIN_MS) return false;
  const usedAt = touchedAmong(usedAtUpMs, [sentAtMs - asleepMs, doneAt]) ?? doneAt;
  return !framesOf(frames).some(({ atMs }) => atMs >= usedAt);
}

/** `/proc/uptime` counts in steps of 10 ms, and what was drawn by then was begun a frame before. */
const EARLY_MS = 27;
/** The power manager hears of keys no more often than that. */
const USES_APART_MS = 100;
const VSYNC_MS = 17;
/**
 * Frames further apart are of two runs of `input`, or of something else: a key is drawn within a few frames of the one
 * before.
 */
const APART_MS = 60;

/**
 * When the first key came, where frames do not show it: the device was used with it, and again with the first one 100
 * ms later. So where nothing was drawn as long before a use, that was the first key; else each run of `input` drew one
 * burst of frames.
 */
function firstKeyAt(frames: readonly DrawnFrame[], usedAt: number, runs: number): number {
  const [first] = frames;
  if (!first || (runs === 1 && first.atMs > usedAt - USES_APART_MS + VSYNC_MS)) return usedAt;
  const bursts = burstsOf([...frames.map(({ atMs }) => atMs), usedAt]);
  // A touch counts from the next whole ms on.
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
