import assert from "node:assert/strict";
import { parseGfxinfo } from "../../src/observe/parse/gfxinfo.js";
import type { FrameStats } from "../../src/screen/frame-stats.js";

/** A frame of a test. */
export interface Row {
  /** The intended time of the frame, in ms of CLOCK_MONOTONIC. */
  readonly at: number;
  readonly input?: number;
  /** The times when it was recorded and completed; not reported if absent. */
  readonly recordedAt?: number;
  readonly completedAt?: number;
}

const APP = "com.example.app";
/** How long the device slept since it was booted. */
export const ASLEEP_MS = 700_000;

/** The output of `dumpsys gfxinfo` for an app that drew these frames. */
export function stats(rows: readonly Row[], { upMs = 20_000, isOld = false } = {}): FrameStats {
  const columns = isOld
    ? "Flags,IntendedVsync,Vsync,OldestInputEvent,NewestInputEvent,HandleInputStart,AnimationStart,PerformTraversalsStart,DrawStart,FrameCompleted,"
    : "Flags,FrameTimelineVsyncId,IntendedVsync,Vsync,InputEventId,HandleInputStart,AnimationStart,PerformTraversalsStart,DrawStart,FrameCompleted,";
  const lines = rows.map(({ at, input = 0, recordedAt = at, completedAt }) => {
    const ns = `${at}000000`;
    const end = `${recordedAt}000000,${completedAt === undefined ? 0 : `${completedAt}000000`},`;
    return isOld
      ? `0,${ns},${ns},9223372036854775807,0,${ns},${ns},${ns},${end}`
      : `0,1,${ns},${ns},${input},${ns},${ns},${ns},${end}`;
  });
  const text = [
    "Applications Graphics Acceleration Info:",
    `Uptime: ${upMs} Realtime: ${upMs + ASLEEP_MS}`,
    "",
    `** Graphics info for pid 77 [${APP}] **`,
    "",
    `Total frames rendered: ${rows.length}`,
    "---PROFILEDATA---",
    columns,
    ...lines,
    "---PROFILEDATA---",
    "Total attached Views : 9",
    "",
  ].join("\n");
  const parsed = parseGfxinfo(text, APP);
  assert.ok(parsed);
  return parsed.frameStats;
}
