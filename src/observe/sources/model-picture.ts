import type { Size } from "../../base/geometry.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { ProbeResults } from "../observation-parts.js";
import type { PicturePreference } from "../observe-request.js";
import { type ProbeContext, runProbe } from "../probe.js";
import { screenshotProbe } from "../probes/screenshot.js";
import { canGiveSized, sizedPictureProbe } from "../probes/sized-picture.js";

/** The pixels, or a picture as a model gets it. */
export type Pictured = Pick<ProbeResults, "screenshot" | "picture">;

interface PictureRequest {
  readonly companion: LiveCompanion;
  readonly preference: PicturePreference | undefined;
}

/** By the companion where a picture in a size will do, and it gives one; else the pixels. */
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

/** With the picture's scale. Where the size of the screen is not known its places mean nothing: then the pixels. */
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
