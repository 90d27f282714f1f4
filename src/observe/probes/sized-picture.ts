import { FoveaError } from "../../base/errors.js";
import { SIZES_SINCE_VERSION } from "../../devices/companion/limits.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import { type EncodedImage, MODEL_IMAGE_LIMITS, showsSomething } from "../../vision/image.js";
import type { PicturePreference } from "../observe-request.js";
import type { Found, ProbePlan } from "../probe.js";

/** The platform answers within a second; a service may have to wait for its turn first. */
const DEADLINE_MS = 8_000;

/** Whether the companion can make images of a given size: earlier builds cannot, nor a service before Android 11. */
export function canGiveSized({ client }: LiveCompanion): boolean {
  const { version, capabilities } = client.hello;
  return version >= SIZES_SINCE_VERSION && capabilities.includes("screenshot");
}

/**
 * An image that the companion scaled and encoded on the device: adb transfers some ten kilobytes instead of as many
 * megabytes, and nothing has to be encoded here. An image that may be black is an error: then a screenshot is taken,
 * whose pixels show for certain whether the screen is black.
 */
export function sizedPictureProbe(companion: LiveCompanion, preference: PicturePreference): ProbePlan<EncodedImage> {
  return { name: "screenshot", deadlineMs: DEADLINE_MS, work: (signal) => take(companion, preference, signal) };
}

async function take(
  { client, host }: LiveCompanion,
  preference: PicturePreference,
  signal: AbortSignal,
): Promise<Found<EncodedImage>> {
  const { longestSide: longestSidePx, quality } = preference;
  const params = { format: "jpeg", quality, longestSidePx } as const;
  const { result, attachment } = await client.request("screenshot", params, signal, { timeoutMs: DEADLINE_MS });
  const takenAt = performance.now();
  const { widthPx: width, heightPx: height } = result;
  const isAsAsked =
    Math.max(width, height) <= longestSidePx && (attachment?.length ?? 0) <= MODEL_IMAGE_LIMITS.maxBytes;
  if (attachment === null || !isAsAsked || !(await showsSomething(attachment, { width, height })))
    throw new FoveaError("SCREENSHOT_FAILED", "the companion gave no picture that could be used");
  // Its scale is set later, when the screen's size is known.
  const image = { bytes: attachment, mimeType: "image/jpeg" as const, width, height, scale: 1 };
  return { value: image, source: `a11y-${host}`, takenAt };
}
