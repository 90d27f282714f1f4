import { FoveaError } from "../../base/errors.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import { defineFact } from "../fact-probe.js";
import type { WindowFacts } from "../parse/window/window-facts.js";
import { type ProbeContext, type ProbeResult, runProbe } from "../probe.js";
import { frameStatsProbe } from "./frame-stats.js";

/** Frame statistics of the app in front. With `unlessLive` they are read only without a companion. */
export const frontFrameStats = defineFact<FrameStats>({
  name: "frameStats",
  ask: async ({ context, request, window, isLive }, signal) => {
    const { frameStats: preference } = request;
    if (preference === "off" || (isLive && preference === "unlessLive")) return null;
    return await readFrameStats(context, window, preference === "reset", signal);
  },
  fields: (frameStats) => ({ frameStats }),
});

/**
 * The statistics of the app in front. The app that was in front at the last observation of this boot is asked at once;
 * if another app is in front now, that one is asked, too, and only its answer is used. A reset waits until the app is
 * known. If the app in front is unknown, there are no statistics.
 */
async function readFrameStats(
  context: ProbeContext,
  window: Promise<ProbeResult<WindowFacts>>,
  reset: boolean,
  signal: AbortSignal,
): Promise<ProbeResult<FrameStats>> {
  const guess = reset ? undefined : await lastPackage(context);
  const guessed = guess === undefined ? undefined : runProbe(frameStatsProbe(context, { packageName: guess }), signal);
  guessed?.catch(() => {}); // a cancelled call may end before it is waited for
  const now = packageInFront((await window).value);
  if (guessed && now === guess) return await guessed;
  const [asked] = await Promise.all([
    now === undefined ? nobodysStats(signal) : runProbe(frameStatsProbe(context, { packageName: now, reset }), signal),
    guessed, // its stream belongs to this observation and has to end with it
  ]);
  return asked;
}

/** The app whose window has the focus, or is behind the system window with the focus. */
export function packageInFront(window: WindowFacts | null): string | undefined {
  return window?.activeWindow?.app?.package ?? window?.activeWindow?.package ?? undefined;
}

async function lastPackage({ session, facts }: ProbeContext): Promise<string | undefined> {
  const last = session.lastObservation;
  if (!last) return undefined;
  const bootId = (await facts).value?.bootId ?? null;
  if (bootId === null || last.device.bootId !== bootId) return undefined;
  return last.activeWindow?.app?.package ?? last.activeWindow?.package ?? undefined;
}

async function nobodysStats(signal: AbortSignal): Promise<ProbeResult<FrameStats>> {
  const error = new FoveaError("NO_FRAME_STATS", "it is not known which app is in front");
  return await runProbe({ name: "frameStats", deadlineMs: 1_000, work: () => Promise.reject(error) }, signal);
}
