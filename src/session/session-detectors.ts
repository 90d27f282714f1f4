import type { VisionMode } from "../base/options/choices.js";
import type { Detector } from "../vision/detector.js";

/** What looks at pictures, shared by all sessions; whoever opened the detectors closes them. */
export interface SessionDetectors {
  /** When they are asked, where a request does not say. */
  readonly mode: VisionMode;
  /** For boxes and for words; never empty. */
  readonly detectors: readonly Detector[];
}
