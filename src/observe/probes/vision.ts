import type { Frame } from "../../screen/frame.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { SessionDetectors } from "../../session/session-detectors.js";
import type { Detection } from "../../vision/detection.js";
import { detectAll } from "../../vision/see.js";
import { factError, type ProbePlan } from "../probe.js";

/** What detectors found in a screenshot, and why they were run. */
export interface VisionData {
  readonly why: string;
  readonly frame: Frame;
  /** The tile grid of the screenshot. */
  readonly grid: TileGrid;
  /** The detections of all detectors, in pixels of the screenshot. */
  readonly detections: readonly Detection[];
}

/** Longer than the limit of an OmniParser server, shorter than that of a call. */
const DEADLINE_MS = 32_000;

/**
 * All detectors run on one screenshot at the same time. A detector that fails gives an error of the part; if all fail,
 * the part has no value. The part has the age of the screenshot.
 */
export function visionProbe(
  { detectors }: SessionDetectors,
  picture: Pick<VisionData, "frame" | "grid">,
  why: string,
): ProbePlan<VisionData> {
  const { frame, grid } = picture;
  return {
    name: "vision",
    deadlineMs: DEADLINE_MS,
    work: async (signal) => {
      const { detections, failures } = await detectAll(detectors, frame, signal);
      const failed = new Set(failures.map(({ detector }) => detector));
      const names = detectors.flatMap(({ name }) => (failed.has(name) ? [] : [name]));
      const errors = failures.map(({ detector, error }) =>
        factError("vision", error.code, `${detector}: ${error.message}`),
      );
      const value = names.length === 0 ? null : { why, frame, grid, detections };
      return { value, source: names.join("+") || "none", takenAt: frame.takenAt, errors };
    },
  };
}
