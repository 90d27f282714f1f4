import type { Config } from "../base/config.js";
import type { Frame } from "../screen/frame.js";
import type { Detection } from "./detection.js";

/**
 * Detects elements in a screenshot. The results are in reading order by their upper edges, with boxes within the
 * screenshot. Throws a FoveaError if it cannot run; an empty list means that it found nothing. Stops on the signal.
 * Several callers may call it at the same time: it queues their calls itself.
 */
export interface Detector {
  /** The name in options and results, for example `onnx`. */
  readonly name: string;
  /** The source of all its detections. */
  readonly source: Detection["source"];
  detect(frame: Frame, signal: AbortSignal): Promise<readonly Detection[]>;
  /** Ends threads and connections. The detector is not used afterwards. */
  close(): Promise<void>;
}

/** The options from the command line with which a detector is opened; a third party's detector gets the same ones. */
export type DetectorOptions = Pick<
  Config,
  "detector" | "detectorModel" | "detectorLayout" | "detectorThreshold" | "omniparserUrl"
>;

/** Makes a detector. Errors: coded, if it certainly cannot work with these options. */
export type CreateDetector = (options: DetectorOptions) => Detector | Promise<Detector>;
