import type { Config } from "../base/config.js";
import type { Frame } from "../screen/frame.js";
import type { Detection } from "./detection.js";

/**
 * Sees things in a picture. Results are in reading order of their tops, boxes within the picture. Throws a FoveaError
 * where it cannot look; an empty list means that it looked and saw nothing. Ends with the signal. May be asked by
 * several callers at a time: it queues for itself.
 */
export interface Detector {
  /** As options and results name it, for example `onnx`. */
  readonly name: string;
  /** The source of every detection that it gives. */
  readonly source: Detection["source"];
  detect(frame: Frame, signal: AbortSignal): Promise<readonly Detection[]>;
  /** Ends threads and connections. Not used afterwards. */
  close(): Promise<void>;
}

/** What a detector is opened with; the options of the command line. A third party's gets the same. */
export type DetectorOptions = Pick<
  Config,
  "detector" | "detectorModel" | "detectorLayout" | "detectorThreshold" | "omniparserUrl"
>;

/** What makes a detector. Errors: coded, where it surely cannot work with these options. */
export type CreateDetector = (options: DetectorOptions) => Detector | Promise<Detector>;
