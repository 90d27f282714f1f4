import type { Frame } from "../../screen/frame.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { SessionDetectors } from "../../session/session-detectors.js";
import type { Detection } from "../../vision/detection.js";
import { detectAll } from "../../vision/see.js";
import { factError, type ProbePlan } from "../probe.js";

/** What detectors saw in a picture, and why they were asked. */
export interface VisionData {
  readonly why: string;
  readonly frame: Frame;
  /** The tile grid of that picture. */
  readonly grid: TileGrid;
  /** In the picture's pixels, of all detectors together. */
  readonly detections: readonly Detection[];
}

/** Longer than an OmniParser server may take, shorter than a call. */
const DEADLINE_MS = 32_000;

/**
 * All detectors look at one picture, side by side. What one of them cannot do is an error of the part; where none saw
 * anything because all failed, the part has no value. As old as the picture.
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
