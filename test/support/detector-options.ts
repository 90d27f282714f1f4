import type { DetectorOptions } from "../../src/vision/detector.js";

/** The options as they are where nothing was said, except for these. */
export function detectorOptions(given: Partial<DetectorOptions> = {}): DetectorOptions {
  return {
    detector: "onnx",
    detectorModel: undefined,
    detectorLayout: "auto",
    detectorThreshold: undefined,
    omniparserUrl: "http://127.0.0.1:8000",
    ...given,
  };
}
