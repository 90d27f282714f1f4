import type { FrameStats } from "../../screen/frame-stats.js";
import type { Session } from "../../session/session.js";
import { drawnWithoutInput, framesOf } from "./drawn-frames.js";

const MOST_REMEMBERED = 400;

/** When an app drew without input, in ms since boot without sleep, as far as earlier actions learned it. */
export function drawnLately({ traits: { drawn } }: Session, packageName: string | null): readonly number[] {
  return drawn && drawn.packageName === packageName ? drawn.atMs : [];
}

/** Remembers the frames that an app reported, because each action resets its counters. */
export function rememberDrawn(
  session: Session,
  packageName: string | null,
  reported: readonly (FrameStats | null)[],
): void {
  if (packageName === null) return;
  const times = [...drawnLately(session, packageName), ...drawnWithoutInput(framesOf(...reported))];
  const atMs = [...new Set(times)].sort((a, b) => a - b).slice(-MOST_REMEMBERED);
  session.traits.drawn = { packageName, atMs };
}
