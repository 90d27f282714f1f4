import type { FrameStats } from "../../screen/frame-stats.js";
import type { Session } from "../../session/session.js";
import { runProbe } from "../probe.js";
import { deviceFacts } from "../probes/device.js";
import { type FramesRequest, frameStatsProbe } from "../probes/frame-stats.js";

/**
 * Counts the frames that an app drew. It counts all frames: a counter of late frames does not change while an animation
 * runs smoothly. Launchers, games and videos may draw in other ways: their counter is absent, or does not change.
 */
export interface FrameCounter {
  readonly packageName: string;
  /** The last report before the reset, with the times of the last frames; null if it was not requested. */
  readonly before: FrameStats | null;
  /** All frames since the counters were reset; null if the app reports none, or does not answer. */
  read(signal: AbortSignal): Promise<number | null>;
  /** The same report with the times of the last frames. */
  readTimes(signal: AbortSignal): Promise<FrameStats | null>;
}

/** The frames of one app before and after an action, with the times of each window's last frames. */
export interface CountedFrames {
  readonly packageName: string;
  /** The report when the counters were reset before the action; null if the app reported none. */
  readonly before: FrameStats | null;
  /** The first report after the action. */
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

/** Resets the counters. Gives the report before the reset, with the times of the last frames; null if there is none. */
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
  /** Also true if it is unknown. */
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

/** A blinking caret draws a frame now and then. */
export function isStill(before: number, after: number): boolean {
  return after - before <= 1;
}

/** The app whose window was in front when the screen was last read; null if unknown. */
export function lastPackage({ lastObservation }: Session): string | null {
  const active = lastObservation?.activeWindow;
  return active?.app?.package ?? active?.package ?? null;
}
