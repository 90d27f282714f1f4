import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { assetPath } from "../base/assets.js";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { issueWords, problemsIn } from "../base/zod-words.js";
import { DETECTION_KINDS } from "./detection.js";

const share = z.number().min(0).max(1);
/**
 * The probability is 1 / (1 + exp(-(offset + slope · log(score / (1 − score))))), with offsets per kind; `default` is
 * for other kinds.
 */
const calibrationSchema = z
  .object({
    slope: z.number().positive(),
    offsets: z.looseObject({ default: z.number() }).catchall(z.number()).readonly(),
  })
  .readonly();
const side = z.int().min(32).max(4096);

/**
 * The settings of a detector: from the manifest's entry for the bundled one, or from FILE.json beside a FILE.onnx of
 * the user's.
 */
export const detectorFactsSchema = z
  .looseObject({
    /** The kind of each of its classes, in the order of the classes. */
    kinds: z.array(z.enum(DETECTION_KINDS)).min(1).readonly(),
    /**
     * For a model that takes images of any size: the length to which the longer side is scaled, and the number of which
     * both sides are multiples.
     */
    longestSide: side,
    multipleOf: z.int().min(1).max(256),
    /** The least confidence per kind; `default` is for kinds that are not named. */
    thresholds: z.looseObject({ default: share }).catchall(share).readonly(),
    /** How scores become probabilities; absent if this was not measured: then scores are used unchanged. */
    calibration: calibrationSchema.optional(),
  })
  .readonly();
export type DetectorFacts = z.infer<typeof detectorFactsSchema>;

const bundledModelSchema = z
  .looseObject({
    name: z.string(),
    /** The name of the file beside the manifest. */
    file: z.string().regex(/^[\w.-]+$/),
    bytes: z.int().positive(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    licence: z.string(),
    purpose: z.string(),
  })
  .readonly();

const manifestSchema = z.object({ version: z.literal(1), models: z.array(bundledModelSchema).readonly() });

/** A bundled model, as `assets/models/models.json` describes it. */
export type BundledModel = z.infer<typeof bundledModelSchema> & { readonly path: string };

/** The folder of the bundled models. */
export function modelsFolder(): string {
  return assetPath("models");
}

/** The bundled models. Errors: DETECTOR_MODEL_UNREADABLE if the manifest is missing or damaged. */
export function readModelManifest(folder = modelsFolder()): readonly BundledModel[] {
  const path = join(folder, "models.json");
  try {
    const { models } = manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
    return models.map((model) => ({ ...model, path: join(folder, model.file) }));
  } catch (cause) {
    const why = `the list of bundled models ${path} cannot be read`;
    throw new FoveaError("DETECTOR_MODEL_UNREADABLE", why, { cause });
  }
}

/** The bundled model with this name. Errors: DETECTOR_MODEL_UNREADABLE if there is none. */
export function getModel(name: string, folder = modelsFolder()): BundledModel {
  const model = readModelManifest(folder).find((one) => one.name === name);
  if (model) return model;
  throw new FoveaError("DETECTOR_MODEL_UNREADABLE", `there is no bundled model ${name} in ${folder}`);
}

/** The facts of the bundled detector. Errors: DETECTOR_MODEL_UNREADABLE if its entry has none. */
export function detectorFactsOf(model: BundledModel): DetectorFacts {
  const facts = detectorFactsSchema.safeParse(model, { error: issueWords });
  if (facts.success) return facts.data;
  const why = `the entry of the bundled model ${model.name} is not that of a detector: ${problemsIn(facts.error, "the entry")}`;
  throw new FoveaError("DETECTOR_MODEL_UNREADABLE", why);
}

/** The bytes of a bundled model, which have to match the manifest. Errors: DETECTOR_MODEL_UNREADABLE. */
export function readBundledModel({ path, bytes, sha256 }: Pick<BundledModel, "path" | "bytes" | "sha256">): Uint8Array {
  const content = readModelFile(path);
  const found = createHash("sha256").update(content).digest("hex");
  if (content.byteLength === bytes && found === sha256) return content;
  const why = `${path} is not the model that was bundled: ${content.byteLength} bytes of SHA-256 ${found}, expected ${bytes} of ${sha256}`;
  throw new FoveaError("DETECTOR_MODEL_UNREADABLE", why, {
    hint: "Install fovea-mcp again, or name another model with --detector-model.",
  });
}

/** The bytes of a file with a model. Errors: DETECTOR_MODEL_UNREADABLE. */
export function readModelFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new FoveaError("DETECTOR_MODEL_UNREADABLE", `the model ${path} cannot be read: ${causeWords(cause)}`, {
      cause,
    });
  }
}
