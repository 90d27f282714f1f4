import { oneOf, pathOf, shareOf, urlOf } from "./option-values.js";

/** How a detector's output tensors are read, see `vision/detectors/onnx/layouts.ts`; `auto` tells it from their shapes. */
export const LAYOUT_NAMES = ["center", "yolo", "end2end", "yolov9", "yolox", "detr", "rf-detr"] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** The detectors in the box; any other word is the path of a module of the user's. */
export const DETECTOR_NAMES = ["onnx", "omniparser-http", "none"] as const;
export type DetectorName = (typeof DETECTOR_NAMES)[number];

/** Where the official OmniParser server listens unless it is told otherwise. */
export const OMNIPARSER_URL = "http://127.0.0.1:8000";

/** The options of what sees things in pixels, part of the one table in `config.ts`. */
export const VISION_OPTIONS = [
  {
    flag: "--detector",
    env: "FOVEA_DETECTOR",
    key: "detector",
    type: "string",
    default: "onnx",
    doc: "What sees elements in pixels: onnx (the bundled model, or the one of --detector-model), omniparser-http (a server that you run), none, or the path of a module of yours (docs/detectors.md).",
    example: "./my-detector.mjs",
  },
  {
    flag: "--detector-model",
    env: "FOVEA_DETECTOR_MODEL",
    key: "detectorModel",
    type: "string",
    default: null,
    doc: "An ONNX detector of yours (OmniParser's icon_detect, YOLO, RT-DETR…) in place of the bundled one.",
    example: "icon_detect.onnx",
  },
  {
    flag: "--detector-layout",
    env: "FOVEA_DETECTOR_LAYOUT",
    key: "detectorLayout",
    type: "string",
    default: "auto",
    doc: "How the output of --detector-model is read: auto (told from its shape), center, yolo, end2end, yolov9, yolox, detr or rf-detr.",
    example: "yolo",
  },
  {
    flag: "--detector-threshold",
    env: "FOVEA_DETECTOR_THRESHOLD",
    key: "detectorThreshold",
    type: "string",
    default: null,
    doc: "Confidence, 0 to 1, below which detections are left out. Default: the bundled model's own, 0.05 for --detector-model.",
    example: "0.3",
  },
  {
    flag: "--omniparser-url",
    env: "FOVEA_OMNIPARSER_URL",
    key: "omniparserUrl",
    type: "string",
    default: OMNIPARSER_URL,
    doc: "Where the OmniParser server of --detector omniparser-http answers. Screenshots are sent there, without encryption where it is http.",
    example: "http://192.0.2.7:8000",
  },
] as const;

/** What these options come to. */
export interface VisionConfig {
  /** A name of DETECTOR_NAMES or the path of a module. */
  readonly detector: string;
  /** Undefined for the bundled model. */
  readonly detectorModel: string | undefined;
  readonly detectorLayout: LayoutName | "auto";
  /** 0–1; undefined for the model's own. */
  readonly detectorThreshold: number | undefined;
  readonly omniparserUrl: string;
}

type VisionKey = (typeof VISION_OPTIONS)[number]["key"];

/** Their values, wherever they were given. Errors: INVALID_ARGUMENT. */
export function readVisionOptions(
  option: <Value>(key: VisionKey, read: (value: unknown, name: string) => Value) => Value,
): VisionConfig {
  return {
    detector: option("detector", pathOf) ?? "onnx",
    detectorModel: option("detectorModel", pathOf),
    detectorLayout: option("detectorLayout", oneOf(["auto", ...LAYOUT_NAMES], "auto")),
    detectorThreshold: option("detectorThreshold", shareOf),
    omniparserUrl: option("omniparserUrl", urlOf) ?? OMNIPARSER_URL,
  };
}
