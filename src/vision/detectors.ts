import { FoveaError } from "../base/errors.js";
import type { DetectorName } from "../base/options/choices.js";
import type { CreateDetector, Detector, DetectorOptions } from "./detector.js";
import { cached } from "./detectors/remembering.js";

/** Each detector loads its modules only when it is opened. */
const DETECTORS: Readonly<Record<DetectorName, CreateDetector>> = {
  onnx: async (options) => (await import("./detectors/onnx.js")).createOnnx(options),
  "omniparser-http": async (options) => (await import("./detectors/omniparser-http.js")).createOmniparserHttp(options),
  none: async () => (await import("./detectors/none.js")).createNone(),
};

function isOurs(word: string): word is DetectorName {
  return Object.hasOwn(DETECTORS, word);
}

/**
 * The detector that `options.detector` names: a built-in one, one of those that are `registered` here, or a module of
 * the user's, by its path. It caches the detections of the last screenshots. Errors: INVALID_ARGUMENT for a word that
 * is neither a name nor a path, DETECTOR_MODULE_UNUSABLE, DETECTOR_MODEL_UNREADABLE.
 */
export async function openDetector(
  options: DetectorOptions,
  registered: Readonly<Record<string, CreateDetector>> = {},
): Promise<Detector> {
  const create = Object.hasOwn(registered, options.detector) ? registered[options.detector] : undefined;
  if (create) return cached(await (await import("./detectors/foreign.js")).openForeign(create, options));
  const word = options.detector;
  if (isOurs(word)) return cached(await DETECTORS[word](options));
  if (!/[/\\]|\.[cm]?js$/.test(options.detector)) {
    const names = [...Object.keys(DETECTORS), ...Object.keys(registered)].join(", ");
    const why = `--detector is ${options.detector}, and has to be one of ${names} or the path of a module (./detector.mjs)`;
    throw new FoveaError("INVALID_ARGUMENT", why);
  }
  const { importForeign, openForeign } = await import("./detectors/foreign.js");
  return cached(await openForeign(await importForeign(options.detector), options));
}
