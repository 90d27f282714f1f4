import * as z from "zod";

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable();
const milliseconds = z.number().min(0).nullable();

const percentilesSchema = z
  .object({ p50: milliseconds, p90: milliseconds, p95: milliseconds, p99: milliseconds })
  .readonly();

/** Frame statistics of one process, from `dumpsys gfxinfo`; counters run since the last reset. */
export const processFramesSchema = z
  .object({
    pid: z.number().int().nullable(),
    package: z.string().nullable(),
    /** Every frame the process rendered; null if it has no statistics (never drew, or pre-Android 6). */
    totalFrames: count,
    jankyFrames: count,
    jankyPercent: z.number().min(0).max(100).nullable(),
    /** Counted by the definition from before Android 12. */
    legacyJankyFrames: count,
    legacyJankyPercent: z.number().min(0).max(100).nullable(),
    /**
     * Frame times in ms; null without frames, and beyond the scale (the platform prints its overflow bucket, 4950 ms).
     */
    percentilesMs: percentilesSchema,
    gpuPercentilesMs: percentilesSchema,
    missedVsync: count,
    highInputLatency: count,
    slowUiThread: count,
    slowBitmapUploads: count,
    slowIssueDrawCommands: count,
    frameDeadlineMissed: count,
    legacyFrameDeadlineMissed: count,
    /** CLOCK_MONOTONIC time of the last reset, in ns, as a decimal string (it outgrows doubles). */
    statsSinceNs: z.string().nullable(),
    viewCount: count,
    /** Rows of `framestats` by column name, times in ns as decimal strings; empty without `framestats`. */
    frames: z.array(z.record(z.string(), z.string()).readonly()).readonly(),
  })
  .readonly();
export type ProcessFrames = z.infer<typeof processFramesSchema>;

/** The statistics of the requested process, and of every other process in the same dump. */
export const frameStatsSchema = processFramesSchema
  .unwrap()
  .extend({
    processes: z.array(processFramesSchema).readonly(),
    /** Time since boot in ms at the dump, without and with deep sleep. */
    uptimeMs: count,
    realtimeMs: count,
  })
  .readonly();
export type FrameStats = z.infer<typeof frameStatsSchema>;
