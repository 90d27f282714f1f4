import type { FrameStats } from "../../screen/frame-stats.js";

/** A frame that a window drew, in ms since boot without sleep. */
export interface DrawnFrame {
  /** The frame's IntendedVsync. */
  readonly atMs: number;
  /**
   * When the app began to record the drawing commands: the frame shows everything that the app received before. `atMs`
   * if unknown.
   */
  readonly recordedAtMs: number;
  /** From when on a screenshot shows it. */
  readonly shownAtMs: number;
  /** Whether the frame has an input event, which may be an older one; null if the release does not report it. */
  readonly isInput: boolean | null;
}

/**
 * A screenshot shows a frame about 50 ms after its vsync at 60 Hz, for input, drawing and SurfaceFlinger; used if
 * nothing else is known.
 */
const SHOWN_AFTER_MS = 50;
/**
 * SurfaceFlinger shows a finished frame at its next vsync, up to 17 ms later at 60 Hz. A screenshot program needs a few
 * of these milliseconds to start before it requests the pixels.
 */
const TAKEN_OVER_MS = 10;
/** No frame takes longer to draw: a longer time is not a real time (0 and 2^63 - 1 mean "not yet"). */
const LONGEST_MS = 5_000;

/**
 * All reported frames of every process and window of an app, oldest first. A frame that is in several reports, or that
 * several windows drew at the same time, counts once.
 */
export function framesOf(...reported: readonly (FrameStats | null)[]): readonly DrawnFrame[] {
  const byTime = new Map<number, DrawnFrame>();
  for (const frame of reported.flatMap(rowsOf).flatMap((row) => frameOf(row) ?? [])) {
    const known = byTime.get(frame.atMs);
    byTime.set(frame.atMs, known ? together(known, frame) : frame);
  }
  return [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
}

/** For this long after an input, frames show the pressed state and its end. */
const ANSWERED_MS = 150;

/** The times of frames that do not answer an input. */
export function drawnWithoutInput(frames: readonly DrawnFrame[]): readonly number[] {
  const asked = frames.filter(({ isInput }) => isInput === true);
  const isAnswer = ({ atMs }: DrawnFrame) => asked.some((one) => atMs >= one.atMs && atMs <= one.atMs + ANSWERED_MS);
  return frames.filter((frame) => !isAnswer(frame)).map(({ atMs }) => atMs);
}

function together(one: DrawnFrame, other: DrawnFrame): DrawnFrame {
  const recordedAtMs = Math.min(one.recordedAtMs, other.recordedAtMs);
  const shownAtMs = Math.max(one.shownAtMs, other.shownAtMs);
  const isInput =
    one.isInput === null && other.isInput === null ? null : one.isInput === true || other.isInput === true;
  return { atMs: one.atMs, recordedAtMs, shownAtMs, isInput };
}

type Row = FrameStats["frames"][number];

function rowsOf(stats: FrameStats | null): readonly Row[] {
  if (!stats) return [];
  return stats.processes.length > 0 ? stats.processes.flatMap(({ frames }) => frames) : stats.frames;
}

function frameOf(row: Row): DrawnFrame | undefined {
  const atMs = Number(row["IntendedVsync"]) / 1e6;
  if (!Number.isFinite(atMs)) return undefined;
  const stepAt = (name: string) => {
    const ms = Number(row[name] ?? Number.NaN) / 1e6;
    return ms >= atMs && ms < atMs + LONGEST_MS ? ms : null;
  };
  const completedAt = stepAt("FrameCompleted");
  const id = row["InputEventId"];
  return {
    atMs,
    recordedAtMs: stepAt("DrawStart") ?? atMs,
    shownAtMs: completedAt === null ? atMs + SHOWN_AFTER_MS : completedAt + TAKEN_OVER_MS,
    isInput: id === undefined ? null : id !== "0",
  };
}
