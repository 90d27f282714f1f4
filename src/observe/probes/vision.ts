import { FoveaError, isFoveaError, toFoveaError } from "../../base/errors.js";
import type { FactError } from "../../screen/facts.js";
import type { Frame } from "../../screen/frame.js";
import type { Eyes } from "../../session/eyes.js";
import type { Detection } from "../../vision/detection.js";
import { factError, type ProbePlan } from "../probe.js";

/** What detectors saw in a picture, and why they were asked. */
export interface VisionLook {
  readonly why: string;
  readonly frame: Frame;
  /** In the picture's pixels, of all detectors together. */
  readonly detections: readonly Detection[];
}

/** Longer than an OmniParser server may take, shorter than a call. */
const DEADLINE_MS = 32_000;

/**
 * All detectors look at one picture, side by side. What one of them cannot do is an error of the part; where none saw
 * anything because all failed, the part has no value. As old as the picture.
 */
export function visionProbe({ detectors }: Eyes, frame: Frame, why: string): ProbePlan<VisionLook> {
  return {
    name: "vision",
    deadlineMs: DEADLINE_MS,
    work: async (signal) => {
      const results = await Promise.allSettled(detectors.map((detector) => detector.detect(frame, signal)));
      signal.throwIfAborted();
      const errors: FactError[] = [];
      const seen: { readonly name: string; readonly detections: readonly Detection[] }[] = [];
      for (const [place, result] of results.entries()) {
        const name = detectors[place]?.name ?? "";
        if (result.status === "fulfilled") seen.push({ name, detections: result.value });
        else errors.push(errorOf(name, result.reason));
      }
      const source = seen.map(({ name }) => name).join("+") || "none";
      const value = seen.length === 0 ? null : { why, frame, detections: seen.flatMap(({ detections }) => detections) };
      return { value, source, takenAt: frame.takenAt, errors };
    },
  };
}

function errorOf(name: string, reason: unknown): FactError {
  const { code, message } = isFoveaError(reason) ? reason : toFoveaError(reason);
  return factError("vision", code, `${name}: ${message}`);
}

/** Detectors were to look and could not, for a reason that lies in the screen. */
export function visionIncomplete(message: string): FoveaError {
  return new FoveaError("VISION_INCOMPLETE", message);
}
