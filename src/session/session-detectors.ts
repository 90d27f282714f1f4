import type { VisionMode } from "../base/options/choices.js";
import type { Detector } from "../vision/detector.js";

/** The detectors, shared by all sessions; the code that opened them closes them. */
export interface SessionDetectors {
  /** When they are asked, where a request does not say. */
  readonly mode: VisionMode;
  /** For boxes and for words; never empty. */
  readonly detectors: readonly Detector[];
}
