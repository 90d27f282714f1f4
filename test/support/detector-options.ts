import type { DetectorOptions } from "../../src/vision/detector.js";

/** The default options, except for the given ones. */
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
