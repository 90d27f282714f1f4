/**
 * Codes of programs that read screenshots: detectors and OCR. A part of the one table in `errors.ts`, each with the
 * ways to recover, best first.
 */
export const PICTURE_ERRORS = {
  OCR_UNAVAILABLE: [
    "Install tesseract (Debian, Ubuntu: `apt install tesseract-ocr`; macOS: `brew install tesseract`), or name its program with --ocr.",
    "Leave --ocr out: screens are then read without it.",
  ],
  OCR_LANGUAGE_MISSING: [
    "Install the language's data (Debian, Ubuntu: `apt install tesseract-ocr-deu` for deu), or name other languages with --ocr-languages.",
  ],
  OCR_FAILED: [
    "Observe again; if it fails again, read what the program said in the message, and name another one with --ocr.",
    "Leave --ocr out: screens are then read without it.",
  ],
  VISION_INCOMPLETE: [
    "Repeat observe when the screen is stable; the message says why detectors did not run.",
    "Name a detector with --detector, or observe without one: vision=off.",
  ],
  DETECTOR_UNAVAILABLE: [
    "Run `npm install --ignore-scripts onnxruntime-node@1.30.0` in the folder where fovea-mcp is installed (with -g if it is installed globally).",
    "Go on with the hierarchy alone: --detector none.",
  ],
  DETECTOR_MODEL_UNREADABLE: [
    "Check the file that the message names, or name another with --detector-model; for a bundled model install fovea-mcp again.",
    "Go on with the hierarchy alone: --detector none.",
  ],
  DETECTOR_MODEL_UNSUPPORTED: [
    "Set --detector-layout to the model's layout (docs/detectors.md), or export the model as the message says.",
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
  OMNIPARSER_FAILED: ["Read what the server printed; observe again, or go on with the bundled model: --detector onnx."],
} as const;
