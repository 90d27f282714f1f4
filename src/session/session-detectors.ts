import type { VisionMode } from "../base/options/choices.js";
import type { Detector } from "../vision/detector.js";

/** The detectors, shared by all sessions; the code that opened them closes them. */
export interface SessionDetectors {
  /** When detectors run if a request does not say it. */
  readonly mode: VisionMode;
  /** Detectors of boxes and of words; never empty. */
  readonly detectors: readonly Detector[];
}
