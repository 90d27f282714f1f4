import { openParts, type Part } from "../../devices/shell-parts.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import { type ProbeContext, type ProbeResult, runProbe } from "../probe.js";
import { frameStatsProbe, framesPart } from "./frame-stats.js";
import { picturePart, type ScreenshotData, screenshotProbe } from "./screenshot.js";
import { WINDOW_PART, type WindowData, windowProbe } from "./window.js";

/** The results of one stream without the hierarchy, in this order; each resolves as soon as it arrives. */
export interface WindowAndScreenshot {
  readonly window: Promise<ProbeResult<WindowData>>;
  /** The frame statistics of the named app, with times; null if no app was named. */
  readonly frames: Promise<ProbeResult<FrameStats>> | null;
  /** The screenshot, taken after the other parts arrived. */
  readonly screenshot: Promise<ProbeResult<ScreenshotData>>;
}

/**
 * Reads window facts, an app's frames, and then a screenshot, in one stream. A part that does not arrive completely is
 * requested again in its own stream, so each part fails alone. Errors of each: the signal's reason.
 */
export function takeWindowAndScreenshot(
  context: ProbeContext,
  framesOf: string | null,
  signal: AbortSignal,
): WindowAndScreenshot {
  const picture = picturePart(context);
  const between: readonly Part[] = framesOf === null ? [] : [framesPart(framesOf)];
  const parts = [WINDOW_PART, ...between, picture.part];
  const answers = openParts(context.device, { kind: "read", name: "window and picture", parts }, signal);
  const shared = { isPacked: picture.isPacked, answer: answers.at(-1) };
  const windowAndScreenshot: WindowAndScreenshot = {
    window: runProbe(windowProbe(context, answers[0]), signal),
    frames:
      framesOf === null
        ? null
        : runProbe(frameStatsProbe(context, { packageName: framesOf, withTimes: true, shared: answers[1] }), signal),
    screenshot: runProbe(screenshotProbe(context, true, shared), signal),
  };
  // A cancelled call may end before these results are waited for.
  for (const part of [windowAndScreenshot.window, windowAndScreenshot.frames, windowAndScreenshot.screenshot])
    part?.catch(() => {});
  return windowAndScreenshot;
}
