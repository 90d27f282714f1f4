import { isLive } from "../devices/companion/companion-link.js";
import type { LiveCompanion } from "../devices/companion/live-companion.js";
import type { PictureChange } from "../screen/diff-text.js";
import type { FrameStats } from "../screen/frame-stats.js";
import type { Observation } from "../screen/observation.js";
import type { Settled } from "../screen/settled.js";
import type { TileGrid } from "../screen/tiles.js";
import type { Session } from "../session/session.js";
import { lastSighting } from "./quick-check/still-shown.js";
import {
  type CountedFrames,
  type FrameCounter,
  frameCounter,
  frameTotal,
  lastPackage,
  resetFrames,
} from "./settle/frame-counter.js";
import { lookByPixels } from "./settle/look-by-pixels.js";
import { lookLive } from "./settle/look-live.js";

/** The state of the screen right before an action. Dispose of it when the action is over. */
export interface SettleStart extends Disposable {
  readonly before: Observation | null;
  /** The pixels of `before`; null if they are not known. */
  readonly grid: TileGrid | null;
  readonly counter: Promise<FrameCounter | null>;
  /** The companion that listens, and its last event before the action; null without a companion. */
  readonly heard: { readonly companion: LiveCompanion; readonly seq: number } | null;
}

/** The screen after an action, read when it was stable, or when the time was over. */
export interface SettledLook {
  readonly observation: Observation;
  /** How the pixels changed since `before`, if they were compared. */
  readonly picture: PictureChange;
  /** The pixels of the observation, if they were read and no longer change; else null. */
  readonly grid: TileGrid | null;
  /** The same pixels, even if they still change. */
  readonly pixels: TileGrid | null;
  readonly settled: Settled;
  /** Null with a companion, which needs no frames, and if the app in front reports none. */
  readonly frames: CountedFrames | null;
}

/**
 * Starts to watch for the effects of an action. `before` is the screen as last shown to a caller. Without a companion
 * the app's counters of frames are reset, while the action is prepared.
 */
export function beginSettling(session: Session, before: Observation | null, signal: AbortSignal): SettleStart {
  const over = new AbortController();
  const companion = session.onDevice.current;
  const sighting = lastSighting(session);
  const packageName = companion ? null : lastPackage(session);
  session.companion.lastAct = companion ? { companion, seq: companion.events.lastSeq } : null;
  const frames = resetIfAny(session, packageName, AbortSignal.any([signal, over.signal]));
  return {
    before,
    grid: sighting?.observation === before ? (sighting?.grid ?? null) : null,
    counter: frames.then((counted) => counterOf(session, packageName, counted)),
    heard: session.companion.lastAct,
    [Symbol.dispose]: () => over.abort(),
  };
}

/** Null if the app in front is unknown or reports no frames. */
async function resetIfAny(
  session: Session,
  packageName: string | null,
  signal: AbortSignal,
): Promise<FrameStats | null> {
  if (packageName === null) return null;
  try {
    return await resetFrames(session, packageName, signal);
  } catch {
    return null; // the action is over, or was given up: its own error reports it
  }
}

function counterOf(session: Session, packageName: string | null, counted: FrameStats | null): FrameCounter | null {
  if (packageName === null || counted === null || frameTotal(counted) === null) return null;
  return frameCounter(session, packageName, counted);
}

/**
 * Waits for the first sign of a reaction to an action, then until the screen is stable, and reads the screen. `seq` is
 * the number of the companion's last event before the action, if the companion performed it. Errors: those of the
 * connection, and `signal`'s.
 */
export async function settle(
  session: Session,
  start: SettleStart,
  seq: number | undefined,
  signal: AbortSignal,
): Promise<SettledLook> {
  const companion = await session.onDevice.live(signal);
  if (!isLive(companion)) return await lookByPixels(session, start, signal);
  const after = start.heard?.companion === companion ? (seq ?? start.heard.seq) : companion.events.lastSeq;
  session.companion.lastAct = { companion, seq: after };
  return {
    ...(await lookLive(session, { companion, seq: after }, signal)),
    picture: null,
    grid: null,
    pixels: null,
    frames: null,
  };
}
