import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Detection } from "../../src/vision/detection.js";
import { createOnnx } from "../../src/vision/detectors/onnx.js";
import { decodePicture } from "../../src/vision/image.js";
import { detectorOptions } from "../../test/support/detector-options.js";

/** The detections in the pictures of a folder, by file name without extension. */
export type Sightings = ReadonlyMap<string, readonly Detection[]>;

/** The time limit for one picture, including the loading of the model. */
const LONGEST_LOOK_MS = 60_000;

/** The detections of the bundled detector, or of the model in a file, in all pictures of a folder. */
export async function lookAll(folder: string, model?: string): Promise<Sightings> {
  const detector = createOnnx(detectorOptions({ detectorModel: model }));
  const found = new Map<string, readonly Detection[]>();
  const pictures = readdirSync(folder).filter((file) => /\.(?:png|jpg)$/.test(file));
  try {
    for (const file of pictures.sort()) {
      const frame = await decodePicture(readFileSync(join(folder, file)));
      found.set(file.replace(/\.\w+$/, ""), await detector.detect(frame, AbortSignal.timeout(LONGEST_LOOK_MS)));
    }
  } finally {
    await detector.close();
  }
  return found;
}
