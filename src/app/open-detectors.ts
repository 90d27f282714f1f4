import type { Config } from "../base/config.js";
import { isFoveaError, toFoveaError } from "../base/errors.js";
import type { CreateDetector, Detector } from "../vision/detector.js";
import { cached } from "../vision/detectors/remembering.js";
import { openDetector } from "../vision/detectors.js";
import { createOcr } from "../vision/ocr.js";
import { programRunner } from "./run-program.js";

/** All detectors of one server or command. Dispose of them at the end. */
export interface SessionDetectors extends AsyncDisposable {
  /** The detectors of elements, then the one that reads words (OCR); empty if both are off. */
  readonly detectors: readonly Detector[];
}

export type DetectorsConfig = Pick<
  Config,
  | "detector"
  | "detectorModel"
  | "detectorLayout"
  | "detectorThreshold"
  | "omniparserUrl"
  | "ocr"
  | "ocrLanguages"
  | "env"
>;

/**
 * The detectors that the options name. Each starts its thread or program at its first request, and remembers its last
 * screenshots. A detector that cannot be opened fails at each observation, so that the others and the hierarchy still
 * work. Errors: INVALID_ARGUMENT for an invalid option.
 */
export async function openDetectors(
  config: DetectorsConfig,
  registered: Readonly<Record<string, CreateDetector>> = {},
): Promise<SessionDetectors> {
  const detectors: Detector[] = [];
  for (const name of Object.keys(registered))
    detectors.push(await openDetector({ ...config, detector: name }, registered));
  if (config.detector !== "none") detectors.push(await boxes(config));
  if (config.ocr !== undefined) {
    const run = programRunner(config.env);
    detectors.push(cached(createOcr({ program: config.ocr, languages: config.ocrLanguages, run })));
  }
  return {
    detectors,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(detectors.map(async (detector) => await detector.close()));
    },
  };
}

async function boxes(config: DetectorsConfig): Promise<Detector> {
  try {
    return await openDetector(config);
  } catch (error) {
    if (isFoveaError(error, "INVALID_ARGUMENT")) throw error;
    return failing(config.detector, error);
  }
}

function failing(name: string, error: unknown): Detector {
  return {
    name,
    source: "vision",
    async detect() {
      throw toFoveaError(error);
    },
    async close() {},
  };
}
