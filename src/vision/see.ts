import { type FoveaError, toFoveaError } from "../base/errors.js";
import type { Frame } from "../screen/frame.js";
import type { Detection } from "./detection.js";
import type { Detector } from "./detector.js";

/** What several detectors saw in one picture. */
export interface Detected {
  /** Of all of them: what one saw after what the one before it saw. */
  readonly detections: readonly Detection[];
  /** Detectors that could not look, and why. */
  readonly failures: readonly { readonly detector: string; readonly error: FoveaError }[];
}

/**
 * Asks all detectors at once. One that fails leaves the others' detections as they are; the signal's abort alone is
 * thrown, with its reason.
 */
export async function see(detectors: readonly Detector[], frame: Frame, signal: AbortSignal): Promise<Detected> {
  const looks = await Promise.allSettled(detectors.map(async (detector) => await detector.detect(frame, signal)));
  signal.throwIfAborted();
  return {
    detections: looks.flatMap((look) => (look.status === "fulfilled" ? look.value : [])),
    failures: looks.flatMap((look, place) => {
      const detector = detectors[place]?.name ?? "";
      return look.status === "rejected" ? [{ detector, error: toFoveaError(look.reason) }] : [];
    }),
  };
}
