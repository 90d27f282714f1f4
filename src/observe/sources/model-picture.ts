import type { Size } from "../../base/geometry.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { ProbeResults } from "../observation-parts.js";
import type { PicturePreference } from "../observe-request.js";
import { type ProbeContext, runProbe } from "../probe.js";
import { screenshotProbe } from "../probes/screenshot.js";
import { canGiveSized, sizedPictureProbe } from "../probes/sized-picture.js";

/** The screenshot, or an image as a model gets it. */
export type Pictured = Pick<ProbeResults, "screenshot" | "picture">;

interface PictureRequest {
  readonly companion: LiveCompanion;
  readonly preference: PicturePreference | undefined;
}

/** Takes an image by the companion if a given size is enough and the companion can make it; else a screenshot. */
export async function takePictured(
  context: ProbeContext,
  { companion, preference }: PictureRequest,
  signal: AbortSignal,
): Promise<Pictured> {
  if (preference && canGiveSized(companion) && context.session.watcher?.keepsFrames !== true) {
    const picture = await runProbe(sizedPictureProbe(companion, preference), signal);
    if (picture.value) return { screenshot: null, picture };
  }
  return { screenshot: await runProbe(screenshotProbe(context), signal) };
}

/**
 * Sets the image's scale. If the screen's size is unknown, positions in the image have no meaning: then takes a
 * screenshot.
 */
export async function scaledTo(
  screen: Size | null,
  pictured: Pictured,
  context: ProbeContext,
  signal: AbortSignal,
): Promise<Pictured> {
  const { picture } = pictured;
  if (!picture?.value) return pictured;
  if (!screen) return { screenshot: await runProbe(screenshotProbe(context), signal) };
  const scale = screen.width / picture.value.width;
  return { ...pictured, picture: { ...picture, value: { ...picture.value, scale } } };
}
