import type { Config } from "../base/config.js";
import { isFoveaError, toFoveaError } from "../base/errors.js";
import type { CreateDetector, Detector } from "../vision/detector.js";
import { remembering } from "../vision/detectors/remembering.js";
import { openDetector } from "../vision/detectors.js";
import { createOcr } from "../vision/ocr.js";
import { programRunner } from "./run-program.js";

/** All detectors of one server or command. Dispose of it at the end. */
export interface SessionDetectors extends AsyncDisposable {
  /** What sees things, then what reads words; empty if both are off. */
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
 * The detectors that the options name; each starts its thread or program when it is asked first, and remembers the last
 * pictures. One that cannot be opened is there anyway and fails at each observation, so that the others, and the
 * hierarchy, go on. Errors: INVALID_ARGUMENT for an option that makes no sense.
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
    detectors.push(remembering(createOcr({ program: config.ocr, languages: config.ocrLanguages, run })));
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
