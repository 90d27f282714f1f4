import type { Size } from "../../base/geometry.js";
import type { LiveHalf } from "../../devices/on-device/live-half.js";
import type { LookParts } from "../look.js";
import type { PictureWish } from "../observe-request.js";
import { type ProbeContext, runProbe } from "../probe.js";
import { screenshotProbe } from "../probes/screenshot.js";
import { canGiveSized, sizedPictureProbe } from "../probes/sized-picture.js";

/** The pixels, or a picture as a model gets it. */
export type Pictured = Pick<LookParts, "screenshot" | "picture">;

interface PictureRequest {
  readonly half: LiveHalf;
  readonly wish: PictureWish | undefined;
}

/** By the companion where a picture in a size will do, and it gives one; else the pixels. */
export async function takePictured(
  context: ProbeContext,
  { half, wish }: PictureRequest,
  signal: AbortSignal,
): Promise<Pictured> {
  if (wish && canGiveSized(half) && context.session.watcher?.keepsFrames !== true) {
    const picture = await runProbe(sizedPictureProbe(half, wish), signal);
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
