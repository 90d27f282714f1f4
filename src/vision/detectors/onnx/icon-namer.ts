import { causeWords } from "../../../base/cause-words.js";
import { FoveaError } from "../../../base/errors.js";
import type { Frame } from "../../../screen/frame.js";
import type { Detection } from "../../detection.js";
import { ICON_SIDE } from "../../icon-crop.js";
import { iconTableSchema, prepareIcons, withNames } from "../../icon-names.js";
import { type BundledModel, readBundledModel, readModelFile } from "../../model-manifest.js";
import { loadModel } from "./runtime.js";

/** The file of the model that names icons. Its table of names is the file of the same name with the ending `.json`. */
export type IconModel = Pick<BundledModel, "path" | "bytes" | "sha256">;

/** Adds the probable meanings of icons to detections. Errors: as the runtime's. */
export type IconNamer = (
  frame: Pick<Frame, "width" | "height" | "rgba">,
  detections: readonly Detection[],
) => Promise<readonly Detection[]>;

/**
 * Errors: DETECTOR_UNAVAILABLE; DETECTOR_MODEL_UNREADABLE, also if the table is missing or does not match the model.
 */
export async function openIconNamer(files: IconModel): Promise<IconNamer> {
  const table = readTable(files.path.replace(/\.onnx$/, ".json"));
  const model = await loadModel(readBundledModel(files), files.path);
  return async (frame, detections) => {
    const { crops, places } = prepareIcons(frame, detections);
    if (places.length === 0) return detections;
    const [output] = await model.run(crops, [places.length, 1, ICON_SIDE, ICON_SIDE]);
    if (output?.data.length === places.length * (table.names.length + 1)) {
      return withNames(detections, places, output.data, table);
    }
    const why = `${files.path} gives [${output?.dims.join(", ")}], which does not fit its ${table.names.length} names`;
    throw new FoveaError("DETECTOR_MODEL_UNREADABLE", why);
  };
}

function readTable(path: string) {
  const content = Buffer.from(readModelFile(path)).toString("utf8");
  try {
    return iconTableSchema.parse(JSON.parse(content));
  } catch (cause) {
    throw new FoveaError("DETECTOR_MODEL_UNREADABLE", `${path} is not a table of names: ${causeWords(cause)}`, {
      cause,
    });
  }
}
