import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Detector } from "../../src/vision/detector.js";
import { encodePng } from "../../src/vision/image.js";
import { textsOf } from "../../src/vision/ocr/lines.js";
import { parseWords } from "../../src/vision/ocr/parse-words.js";

/** The part of the tesseract.js API that is used. */
interface TesseractJs {
  createWorker(languages: string, mode: number, options: object): Promise<Worker>;
}
interface Worker {
  setParameters(parameters: object): Promise<unknown>;
  recognize(image: Uint8Array, options: object, output: object): Promise<{ data: { tsv: string } }>;
  terminate(): Promise<unknown>;
}

/** tesseract.js, installed in a folder that also contains the language data (`*.traineddata`). */
export async function openTesseractJs(folder: string, languages: string): Promise<Detector> {
  const file = createRequire(join(folder, "x.js")).resolve("tesseract.js");
  const { default: library }: { default: TesseractJs } = await import(pathToFileURL(file).href);
  const worker = await library.createWorker(languages, 1, { langPath: folder, gzip: false, cacheMethod: "none" });
  await worker.setParameters({ tessedit_pageseg_mode: "11" });
  return {
    name: "tesseract.js",
    source: "ocr",
    async detect(frame) {
      const { data } = await worker.recognize(Buffer.from(await encodePng(frame)), {}, { tsv: true });
      return textsOf(parseWords(data.tsv, frame), frame.height);
    },
    async close() {
      await worker.terminate();
    },
  };
}
