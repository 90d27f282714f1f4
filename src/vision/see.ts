import { type FoveaError, toFoveaError } from "../base/errors.js";
import type { Frame } from "../screen/frame.js";
import type { Detection } from "./detection.js";
import type { Detector } from "./detector.js";

/** The results of several detectors for one frame. */
export interface Detected {
  /** The detections of all detectors, in the order of the detectors. */
  readonly detections: readonly Detection[];
  /** The detectors that failed, with their errors. */
  readonly failures: readonly { readonly detector: string; readonly error: FoveaError }[];
}

/**
 * Runs all detectors at the same time. If one fails, the detections of the others are still returned. Throws only when
 * the signal aborts, with its reason.
 */
export async function detectAll(detectors: readonly Detector[], frame: Frame, signal: AbortSignal): Promise<Detected> {
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
