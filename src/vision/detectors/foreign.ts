import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { intersect, isEmpty, rectOf } from "../../base/geometry.js";
import { abortable } from "../../base/signals.js";
import { issueWords, problemsIn } from "../../base/zod-words.js";
import type { Frame } from "../../screen/frame.js";
import { type Detection, detectionSchema } from "../detection.js";
import type { CreateDetector, Detector } from "../detector.js";
import { inReadingOrder } from "./reading-order.js";

const moduleSchema = z.object({
  default: z.custom<CreateDetector>((value) => typeof value === "function", "is not a function"),
});

const isFunction = (value: unknown) => typeof value === "function";
const detectorSchema = z.looseObject({
  name: z.string().min(1),
  source: z.enum(["vision", "ocr"]),
  detect: z.custom<Detector["detect"]>(isFunction, "is not a function"),
  close: z.custom<Detector["close"]>(isFunction, "is not a function"),
});

const detectionsSchema = z.array(detectionSchema);

/**
 * The `createDetector` of the module at this path, which is relative to the current folder. Errors:
 * DETECTOR_MODULE_UNUSABLE.
 */
export async function importForeign(path: string): Promise<CreateDetector> {
  const whole = resolve(path);
  const module: unknown = await import(pathToFileURL(whole).href).catch((cause: unknown) => {
    throw unusable(`the detector module ${whole} cannot be loaded: ${wordsOf(cause)}`, cause);
  });
  const parsed = moduleSchema.safeParse(module, { error: issueWords });
  if (parsed.success) return parsed.data.default;
  throw unusable(`the default export of ${whole} is not a function createDetector(options)`, parsed.error);
}

/**
 * A third party's detector behind checks of the contract: its results are validated, cut to the screenshot and sorted,
 * and its errors get a code. Errors: DETECTOR_MODULE_UNUSABLE.
 */
export async function openForeign(create: CreateDetector, options: Parameters<CreateDetector>[0]): Promise<Detector> {
  const made: unknown = await Promise.resolve(options)
    .then(create)
    .catch((cause: unknown) => {
      if (cause instanceof FoveaError) throw cause;
      throw unusable(`createDetector of ${options.detector} failed: ${wordsOf(cause)}`, cause);
    });
  const shape = detectorSchema.safeParse(made, { error: issueWords });
  if (!shape.success) {
    const why = `the result of createDetector of ${options.detector} is not a detector: ${problemsIn(shape.error, "it")}`;
    throw unusable(why, shape.error);
  }
  const { name, source } = shape.data;
  const detector = made as Detector; // checked above; the original object is used: it may be a class instance
  return {
    name,
    source,
    async detect(frame, signal) {
      signal.throwIfAborted();
      const given = await abortable(asking(detector, frame, signal), signal);
      return withinPicture(checked(given, detector), frame);
    },
    close: async () => await detector.close(),
  };
}

async function asking(detector: Detector, frame: Frame, signal: AbortSignal): Promise<unknown> {
  try {
    return await detector.detect(frame, signal);
  } catch (cause) {
    if (signal.aborted || cause instanceof FoveaError) throw cause;
    throw new FoveaError("DETECTOR_FAILED", `the detector ${detector.name} failed: ${wordsOf(cause)}`, { cause });
  }
}

function checked(given: unknown, { name, source }: Detector): readonly Detection[] {
  const parsed = detectionsSchema.safeParse(given, { error: issueWords });
  const wrong = parsed.success ? parsed.data.find((one) => one.source !== source) : undefined;
  if (parsed.success && !wrong) return parsed.data;
  const what = parsed.error
    ? problemsIn(parsed.error, "the results")
    : `one of source ${wrong?.source}, and it names ${source}`;
  throw new FoveaError("DETECTOR_FAILED", `the detector ${name} gave results that are not detections: ${what}`);
}

function withinPicture(given: readonly Detection[], { width, height }: Frame): readonly Detection[] {
  const whole = rectOf(0, 0, width, height);
  const cut = given.map((one) => ({ ...one, bounds: intersect(one.bounds, whole) }));
  return inReadingOrder(cut.filter(({ bounds }) => !isEmpty(bounds)));
}

function unusable(why: string, cause: unknown): FoveaError {
  return new FoveaError("DETECTOR_MODULE_UNUSABLE", why, { cause });
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
