import type { FrameStats } from "../../screen/frame-stats.js";
import type { Session } from "../../session/session.js";
import { runProbe } from "../probe.js";
import { deviceFacts } from "../probes/device.js";
import { type FramesRequest, frameStatsProbe } from "../probes/frame-stats.js";

/**
 * How many frames an app drew. Each counts, whatever it took: counters of late frames stand still while an animation
 * runs smoothly. Launchers, games and videos may draw elsewhere: their counter is absent, or does not move.
 */
export interface FrameCounter {
  readonly packageName: string;
  /** The count until it was reset, with the times of the last frames; null if it was not asked for. */
  readonly before: FrameStats | null;
  /** All frames since the counters were reset; null if the app reports none, or does not answer. */
  read(signal: AbortSignal): Promise<number | null>;
  /** The same with the times of the last frames. */
  readTimes(signal: AbortSignal): Promise<FrameStats | null>;
}

/** The frames of one app around an action, with the times of the last ones of each window. */
export interface CountedFrames {
  readonly packageName: string;
  /** Until the action was begun, when the count was reset; null if the app reported none. */
  readonly before: FrameStats | null;
  /** Since then, right after the action, and in the last report. */
  readonly soon: FrameStats | null;
  readonly after: FrameStats | null;
}

export function frameCounter(session: Session, packageName: string, before: FrameStats | null = null): FrameCounter {
  return {
    packageName,
    before,
    read: async (signal) => await readFrames(session, packageName, signal),
    readTimes: async (signal) => await readStats(session, { packageName, reset: false, withTimes: true }, signal),
  };
}

/**
 * Begins to count at 0. Gives what was counted before, with the times of the last frames; null if there is nothing.
 */
export async function resetFrames(
  session: Session,
  packageName: string,
  signal: AbortSignal,
): Promise<FrameStats | null> {
  return await readStats(session, { packageName, reset: true, withTimes: true }, signal);
}

async function readFrames(session: Session, packageName: string, signal: AbortSignal): Promise<number | null> {
  const stats = await readStats(session, { packageName, reset: false, withTimes: false }, signal);
  return stats && frameTotal(stats);
}

async function readStats(session: Session, reading: FramesRequest, signal: AbortSignal): Promise<FrameStats | null> {
  const context = { session, device: session.device, facts: deviceFacts(session, signal) };
  const [{ value }] = await Promise.all([runProbe(frameStatsProbe(context, reading), signal), context.facts]);
  return value;
}

/** The frames of all processes of the app: some apps show windows from other processes than their main one. */
export function frameTotal({ totalFrames, processes }: FrameStats): number | null {
  const counts = processes.map((process) => process.totalFrames).filter((count) => count !== null);
  return counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : totalFrames;
}

/** Reports whether the app in front drew anything since the last call. */
export interface FrameWatch {
  /** True as well where that is not known. */
  mayHaveDrawn(signal: AbortSignal): Promise<boolean>;
}

export function frameWatch(session: Session): FrameWatch {
  let last: { readonly packageName: string; readonly frames: number | null } | null = null;
  return {
    mayHaveDrawn: async (signal) => {
      const packageName = lastPackage(session);
      if (packageName === null) return true;
      const frames = await frameCounter(session, packageName).read(signal);
      const isSame = last?.packageName === packageName && frames !== null && last.frames === frames;
      last = { packageName, frames };
      return !isSame;
    },
  };
}

/** A caret that blinks draws a frame now and then. */
export function isStill(before: number, after: number): boolean {
  return after - before <= 1;
}

/** The app whose window was in front when the screen was last read, if that was in this boot if known. */
export function lastPackage({ lastObservation }: Session): string | null {
  const active = lastObservation?.activeWindow;
  return active?.app?.package ?? active?.package ?? null;
}
