import { rectOf } from "../../base/geometry.js";
import type { SystemInsets } from "../../screen/facts.js";
import { type Frame, isBlack, isBlackWithin } from "../../screen/frame.js";

/**
 * Whether a screenshot is black except for the system bars. From Android 12 on a secure window is black in the
 * screenshot, and the bars around it are not (SurfaceFlinger, CaptureArgs.captureSecureLayers). Before Android 12 there
 * is no screenshot, or all of it is black.
 */
export function showsNothing(frame: Frame, insets: SystemInsets | null): boolean {
  if (isBlack(frame)) return true;
  if (!insets?.edges) return false;
  const { left, top, right, bottom } = insets.edges;
  return isBlackWithin(frame, rectOf(left, top, frame.width - right, frame.height - bottom));
}
