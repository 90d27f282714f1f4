import type { ConditionWords } from "../screen/selector.js";
import type { CreateDetector } from "../vision/detector.js";
import type { AnyTool } from "./tool.js";

/** The parts of the user's plug-ins. */
export interface Plugins {
  /** Their actions as tools. */
  readonly tools: readonly AnyTool[];
  /** Their conditions, by name. */
  readonly words: ConditionWords;
  readonly detectors: Readonly<Record<string, CreateDetector>>;
}
