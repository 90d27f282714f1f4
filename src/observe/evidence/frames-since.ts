import { dumpsys, readScript } from "../../devices/script.js";
import { runShell, SHELL_LIMITS } from "../../devices/shell.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import type { Session } from "../../session/session.js";
import { parseGfxinfo } from "../parse/gfxinfo.js";
import { decodeText } from "../parse/text.js";

/**
 * Whether an app drew a frame after `uptimeMs` (SystemClock.uptimeMillis of the device): each window keeps the times of
 * its last 120 frames. Null if the app reports no frames: it does not answer, has drawn none, or draws without HWUI.
 * Errors: those of the connection.
 */
export async function hasDrawnSince(
  session: Session,
  { packageName, uptimeMs }: { readonly packageName: string; readonly uptimeMs: number },
  signal: AbortSignal,
): Promise<boolean | null> {
  const script = readScript(dumpsys(2, "gfxinfo", packageName, "framestats"));
  const { stdout } = await runShell(session.device, script, { ...SHELL_LIMITS, totalMs: 4_000 }, signal);
  const stats = parseGfxinfo(decodeText(stdout), packageName)?.frameStats;
  // Every release ends the answer of a process with its number of views (ActivityThread.dumpGfxInfo).
  if (!stats || stats.viewCount === null) return null;
  if (stats.frames.length === 0) return hasNoneSince(stats, uptimeMs) ? false : null;
  const vsyncs = stats.frames.map((frame) => Number(frame["IntendedVsync"]));
  if (vsyncs.some((ns) => !Number.isFinite(ns))) return null;
  return vsyncs.some((ns) => ns / 1e6 >= uptimeMs);
}

/** Whether the count of frames began before `uptimeMs` and is still 0: another observation or program has reset it. */
function hasNoneSince({ totalFrames, statsSinceNs }: FrameStats, uptimeMs: number): boolean {
  return totalFrames === 0 && statsSinceNs !== null && Number(statsSinceNs) / 1e6 <= uptimeMs;
}
