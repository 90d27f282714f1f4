import sharp from "sharp";
import { programRunner } from "../src/app/run-program.js";
import { height } from "../src/base/geometry.js";
import type { Frame } from "../src/screen/frame.js";
import { encodeForModel, MODEL_IMAGE_LIMITS } from "../src/vision/image.js";
import { createOcr } from "../src/vision/ocr.js";
import { type Bench, type BenchResult, type Figure, table } from "./bench.js";
import { type Pair, pairNames, readPair } from "./ocr/pairs.js";
import { addScores, NO_SCORE, type PlacedText, type Score, scoreOf, shownTexts } from "./ocr/score.js";
import { flagValue } from "./start-phone.js";

/** Lengths of the longer side in pixels; the others are compared with the first. */
const SIZES = [1568, 1280, 1120, 1024, 900, 768] as const;
/** Without `--all` only every fourth pair is read. */
const EVERY = 4;
/**
 * The largest height of a line of small letters, as a share of the screen's shorter side: 45 of 1080 pixels, which is
 * 12 sp.
 */
const SMALL = 1 / 24;

/**
 * The share of words on real screens that OCR can still read in pictures of several sizes, encoded as for models. OCR
 * gets them enlarged to the size of the screen, so that it only misses words that the smaller picture has lost.
 */
export const pictureSizeBench: Bench = {
  name: "picture-size",
  about: "words that are left in pictures of the corpus by their size [--all] [--sizes 1568,1024]",
  run: async (args) => {
    const names = pairNames().filter((_, place) => args.includes("--all") || place % EVERY === 0);
    const sizes = flagValue(args, "--sizes")?.split(",").map(Number) ?? SIZES;
    const reader = createOcr({ program: "tesseract", languages: "eng", run: programRunner(process.env) });
    const found = new Map(sizes.map((size) => [size, { all: NO_SCORE, small: NO_SCORE, bytes: 0 }]));
    for (const name of names) {
      const pair = await readPair(name);
      const texts = shownTexts(pair, "eng");
      for (const size of sizes) {
        const { frame, bytes } = await delivered(pair.frame, size);
        const said = await reader.detect(frame, new AbortController().signal);
        const words = said.map(({ bounds, text }): PlacedText => ({ bounds, text: text ?? "" }));
        const before = found.get(size);
        if (!before) continue;
        found.set(size, {
          all: addScores(before.all, scoreOf(texts, words)),
          small: addScores(before.small, scoreOf(smallOnes(texts, pair), words)),
          bytes: before.bytes + bytes,
        });
      }
    }
    await reader.close();
    return report(names.length, found);
  },
};

function smallOnes(texts: readonly PlacedText[], { frame }: Pair): readonly PlacedText[] {
  const most = Math.min(frame.width, frame.height) * SMALL;
  return texts.filter(({ bounds }) => height(bounds) <= most);
}

/** The picture as a model gets it, enlarged to the size of the screen. */
async function delivered(
  frame: Frame,
  longestSide: number,
): Promise<{ readonly frame: Frame; readonly bytes: number }> {
  const image = await encodeForModel(frame, { ...MODEL_IMAGE_LIMITS, longestSide });
  const { width, height: high } = frame;
  const rgba = await sharp(image.bytes).resize(width, high, { fit: "fill" }).ensureAlpha().raw().toBuffer();
  return { frame: { ...frame, rgba }, bytes: image.bytes.byteLength };
}

interface Finding {
  readonly all: Score;
  readonly small: Score;
  readonly bytes: number;
}

function report(screens: number, found: ReadonlyMap<number, Finding>): BenchResult {
  const first = [...found.values()][0];
  const rows = [...found].map(([size, { all, small, bytes }]) => [
    size,
    recall(all),
    share(recall(all), recall(first?.all ?? all)),
    recall(small),
    share(recall(small), recall(first?.small ?? small)),
    Math.round(bytes / screens / 1024),
  ]);
  const figures = [...found].flatMap(([size, { all, small }]): readonly Figure[] => [
    { name: `${size}: recall`, value: recall(all), unit: "of words" },
    { name: `${size}: recall of small ones`, value: recall(small), unit: "of words" },
  ]);
  const header = ["longest side", "read", "of the first", "small ones", "of the first", "KiB"];
  return { text: `${screens} screens\n${table([header, ...rows])}`, figures };
}

function recall({ read, words }: Score): number {
  return share(read, words);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 1000;
}
