/** Codes of what sees in pixels, and the ways to recover; part of the one table in `errors.ts`. */
export const VISION_ERRORS = {
  VISION_INCOMPLETE: [
    "Repeat observe once the screen rests; the reason says what kept detectors from looking.",
    "Name a detector with --detector, or look without one: observe with vision=off.",
  ],
  DETECTOR_UNAVAILABLE: [
    "Run `npm install --ignore-scripts onnxruntime-node@1.30.0` in the folder where fovea-mcp is installed (with -g where it is for all).",
    "Go on with the hierarchy alone: --detector none.",
  ],
  DETECTOR_MODEL_UNREADABLE: [
    "Check the file that the message names, or name another with --detector-model; install fovea-mcp again for those in the box.",
    "Go on with the hierarchy alone: --detector none.",
  ],
  DETECTOR_MODEL_UNSUPPORTED: [
    "Name with --detector-layout how its output is to be read (docs/detectors.md), or export it as the message says.",
    "Leave --detector-model out: the bundled model takes its place.",
  ],
  DETECTOR_MODULE_UNUSABLE: [
    "Correct the module that --detector names: its default export is createDetector(options) (docs/detectors.md).",
  ],
  DETECTOR_FAILED: [
    "Observe again; if it fails again, go on with the hierarchy alone: --detector none.",
    "Use another detector with --detector.",
  ],
  OMNIPARSER_UNREACHABLE: [
    "Start the OmniParser server, or name the one that runs with --omniparser-url.",
    "Go on with the bundled model: --detector onnx.",
  ],
  OMNIPARSER_FAILED: ["Read what its server printed; observe again, or go on with the bundled model: --detector onnx."],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;
