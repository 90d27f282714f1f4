import type { FrameState, PhoneState } from "../../phone-state.js";
import { type Lines, linesOf, NOW } from "../text.js";
import { countByBucket, FRAME_BUCKETS, GPU_BUCKETS, histogramText, percentile } from "./histogram.js";

/** The frames of a window that never drew. */
export const NO_FRAMES: FrameState = {
  windowTitle: "",
  sinceNs: 0n,
  totalFrames: 0,
  jankyFrames: 0,
  missedVsync: 0,
  slowUiThread: 0,
  frameDeadlineMissed: 0,
  durationsMs: [],
  rows: [],
  viewCount: 0,
};

/**
 * ProfileData::dump. The names with `(legacy)` have the meaning from before Android 12, which introduced frame
 * deadlines.
 */
export function statisticsLines(state: PhoneState, frames: FrameState): Lines {
  const counts = countByBucket(FRAME_BUCKETS, frames.durationsMs);
  const gpu = countByBucket(GPU_BUCKETS, frames.durationsMs.map(gpuTime));
  const interval = 1000 / state.display.refreshRate;
  const legacy = Math.min(frames.totalFrames, frames.durationsMs.filter((duration) => duration > interval).length);
  return linesOf(state.build.apiLevel, [
    [24, NOW, `Stats since: ${frames.sinceNs}ns`],
    [24, NOW, `Total frames rendered: ${frames.totalFrames}`],
    [24, NOW, `Janky frames: ${share(frames.jankyFrames, frames.totalFrames)}`],
    [31, NOW, `Janky frames (legacy): ${share(legacy, frames.totalFrames)}`],
    ...PERCENTS.map(
      (percent) => [24, NOW, `${percent}th percentile: ${percentile(FRAME_BUCKETS, counts, percent)}ms`] as const,
    ),
    [24, NOW, `Number Missed Vsync: ${frames.missedVsync}`],
    [24, NOW, "Number High input latency: 0"],
    [24, NOW, `Number Slow UI thread: ${frames.slowUiThread}`],
    [24, NOW, "Number Slow bitmap uploads: 0"],
    [24, NOW, "Number Slow issue draw commands: 0"],
    [28, NOW, `Number Frame deadline missed: ${frames.frameDeadlineMissed}`],
    [31, NOW, `Number Frame deadline missed (legacy): ${frames.frameDeadlineMissed}`],
    [24, NOW, `HISTOGRAM: ${histogramText(FRAME_BUCKETS, counts)}`],
    ...PERCENTS.map(
      (percent) => [30, NOW, `${percent}th gpu percentile: ${percentile(GPU_BUCKETS, gpu, percent)}ms`] as const,
    ),
    [30, NOW, `GPU HISTOGRAM: ${histogramText(GPU_BUCKETS, gpu)}`],
  ]);
}

const PERCENTS = [50, 90, 95, 99] as const;

/** The GPU time of a frame on a mid-range phone. */
function gpuTime(durationMs: number): number {
  return Math.min(25, Math.max(1, Math.floor(durationMs / 3)));
}

/** `12 (23.08%)`. */
function share(part: number, total: number): string {
  const percent = total === 0 ? 0 : (part / total) * 100;
  return `${part} (${percent.toFixed(2)}%)`;
}
