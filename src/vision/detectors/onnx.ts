import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { programModule } from "../../base/assets.js";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import { Lock } from "../../base/lock.js";
import { abortable } from "../../base/signals.js";
import { switchOffTelemetry } from "../../base/telemetry.js";
import { WorkerPool } from "../../base/worker-pool.js";
import type { Frame } from "../../screen/frame.js";
import type { Detection } from "../detection.js";
import type { Detector, DetectorOptions } from "../detector.js";
import {
  type DetectorFacts,
  detectorFactsOf,
  detectorFactsSchema,
  getModel,
  modelsFolder,
  readModelManifest,
} from "../model-manifest.js";
import type { DetectionJob, RunModel } from "./onnx/look.js";

/** The facts for a model of the user's that its JSON does not give: those of OmniParser's icon_detect. */
const UNKNOWN: DetectorFacts = {
  kinds: ["clickable"],
  longestSide: 640,
  multipleOf: 32,
  thresholds: { default: 0.05 },
};

// The value comes from Fovea's own code in another thread, so it is not validated.
const found = z.custom<readonly Detection[]>();

/**
 * A detector with an ONNX model, which runs in one thread of its own, one screenshot at a time. The model is the
 * bundled one in `folder`, or the user's. Errors: DETECTOR_MODEL_UNREADABLE. Errors of `detect` also:
 * DETECTOR_UNAVAILABLE, DETECTOR_MODEL_UNSUPPORTED, DETECTOR_FAILED.
 */
export function createOnnx(options: DetectorOptions, folder = modelsFolder()): Detector {
  const model =
    options.detectorModel === undefined
      ? bundledModel(options, folder)
      : ownModel(options.detectorModel, options, folder);
  switchOffTelemetry(); // `fovea` does this at its start; other programs do not
  const threads = new WorkerPool({ entry: programModule("vision/detectors/onnx/onnx-thread.js"), most: 1 });
  const turn = new Lock();
  const { signal: toTheEnd } = new AbortController(); // never aborted
  const look = async (frame: Frame) => {
    const rgba = Uint8Array.from(frame.rgba); // a copy: the caller still needs the pixels
    const data: DetectionJob = { model, width: frame.width, height: frame.height, rgba };
    return found.parse(await threads.run({ data, transfer: [rgba.buffer] }, toTheEnd));
  };
  return {
    name: "onnx",
    source: "vision",
    // A run is never stopped half-way: a caller that gives up returns at once, and the thread is free when the run
    // ends.
    async detect(frame, signal) {
      signal.throwIfAborted();
      return await abortable(
        turn.run(() => look(frame), signal),
        signal,
      );
    },
    async close() {
      await turn.run(async () => await threads[Symbol.asyncDispose](), toTheEnd);
    },
  };
}

function bundledModel({ detectorThreshold }: DetectorOptions, folder: string): RunModel {
  const model = getModel("detector", folder);
  if (!existsSync(model.path)) {
    throw new FoveaError("DETECTOR_MODEL_UNREADABLE", `the bundled model ${model.path} is not there`);
  }
  const { bytes, sha256 } = model;
  const facts = withThreshold(detectorFactsOf(model), detectorThreshold);
  const icons = iconModel(folder);
  return { path: model.path, layout: "center", facts, expected: { bytes, sha256 }, icons };
}

function ownModel(path: string, { detectorLayout, detectorThreshold }: DetectorOptions, folder: string): RunModel {
  if (!existsSync(path)) throw new FoveaError("DETECTOR_MODEL_UNREADABLE", `the model ${path} is not there`);
  const facts = withThreshold(factsBeside(path), detectorThreshold);
  return { path, layout: detectorLayout, facts, expected: null, icons: iconModel(folder) };
}

/** The bundled model that names icons, used with every ONNX model; null if none is bundled. */
function iconModel(folder: string): RunModel["icons"] {
  if (!existsSync(join(folder, "models.json"))) return null;
  const model = readModelManifest(folder).find(({ name }) => name === "icons");
  return model ? { path: model.path, bytes: model.bytes, sha256: model.sha256 } : null;
}

/** The facts in FILE.json about FILE.onnx, with defaults for missing ones. Errors: DETECTOR_MODEL_UNREADABLE. */
function factsBeside(path: string): DetectorFacts {
  const file = `${path.replace(/\.onnx$/, "")}.json`;
  if (!existsSync(file)) return UNKNOWN;
  try {
    const reported: unknown = JSON.parse(readFileSync(file, "utf8"));
    return detectorFactsSchema.parse({ ...UNKNOWN, ...z.looseObject({}).parse(reported) });
  } catch (cause) {
    throw new FoveaError("DETECTOR_MODEL_UNREADABLE", `${file} does not describe a model: ${causeWords(cause)}`, {
      cause,
    });
  }
}

function withThreshold(facts: DetectorFacts, threshold: number | undefined): DetectorFacts {
  return threshold === undefined ? facts : { ...facts, thresholds: { default: threshold } };
}
