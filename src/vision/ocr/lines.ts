import { height, type Rect, union, width } from "../../base/geometry.js";
import type { Detection } from "../detection.js";
import type { ReadWord } from "./parse-words.js";

/** Words with less confidence than this, in per cent, are ignored. */
const LEAST_CONFIDENCE = 50;
/** A text needs more confidence than each of its words: shapes that only resemble letters get little more than 50. */
const LEAST_CONFIDENCE_OF_TEXT = 65;
/** A single letter is more often an icon than a word. */
const LEAST_CONFIDENCE_ALONE = 85;
/** Words of one line that are farther apart than this, in heights of the line, are different texts. */
const WIDEST_GAP = 1.2;
/** The greatest height of a text, as a share of the image's height: anything taller is an image. */
const TALLEST = 0.12;

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Joins words to texts of a screen: confident words that are beside each other in one line are one text. The texts are
 * in the order of their upper edges. Other things (marks, icons read as letters) are left out.
 */
export function textsOf(words: readonly ReadWord[], pictureHeight: number): readonly Detection[] {
  const believed = words.filter((word) => isBelieved(word, pictureHeight));
  return runsOf(believed)
    .map(withoutIcons)
    .filter((run) => isText(run))
    .map(detectionOf)
    .sort((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
}

function isBelieved({ bounds, confidence, text }: ReadWord, pictureHeight: number): boolean {
  return confidence >= LEAST_CONFIDENCE && height(bounds) <= pictureHeight * TALLEST && /\S/.test(text);
}

function runsOf(words: readonly ReadWord[]): readonly (readonly ReadWord[])[] {
  const runs: ReadWord[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (last && before && before.line === word.line && isBeside(before.bounds, word.bounds)) last.push(word);
    else runs.push([word]);
  }
  return runs;
}

function isBeside(a: Rect, b: Rect): boolean {
  const gap = Math.max(b.left - a.right, a.left - b.right);
  return gap <= WIDEST_GAP * Math.max(height(a), height(b));
}

/** The characters that belong to numbers. Other words without letters and digits before or after a text are icons. */
const MARK_OF_NUMBERS = /^[%€$£¥+-]+$/;

function withoutIcons(run: readonly ReadWord[]): readonly ReadWord[] {
  const isWord = ({ text }: ReadWord) => /[\p{L}\p{N}]/u.test(text) || MARK_OF_NUMBERS.test(text);
  return run.slice(run.findIndex(isWord), run.findLastIndex(isWord) + 1);
}

function isText(run: readonly ReadWord[]): boolean {
  const [first] = run;
  if (!first || confidenceOf(run) < LEAST_CONFIDENCE_OF_TEXT) return false;
  if (run.every(({ text }) => !/[\p{L}\p{N}]/u.test(text))) return false;
  if (run.length > 1 || first.text.length > 1) return true;
  return isUpright(first.bounds) && (/\p{N}/u.test(first.text) || first.confidence >= LEAST_CONFIDENCE_ALONE);
}

/** A single letter is rarely wider than high; icons often are. */
function isUpright(bounds: Rect): boolean {
  return width(bounds) <= height(bounds) * 1.1;
}

function detectionOf(run: readonly ReadWord[]): Detection {
  const bounds = run.map((word) => word.bounds).reduce(union);
  const confidence = Math.round(confidenceOf(run) * 10) / 1000;
  return { bounds, kind: "text", confidence, text: joined(run), guess: null, source: "ocr" };
}

/** In per cent; the confidence of a word is weighted by its length. */
function confidenceOf(run: readonly ReadWord[]): number {
  const letters = run.reduce((sum, { text }) => sum + text.length, 0);
  return run.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
}

function joined(run: readonly ReadWord[]): string {
  return run.reduce((words, { text }) => {
    const isJoined = words === "" || (UNSPACED.test(words.slice(-1)) && UNSPACED.test(text.slice(0, 1)));
    return isJoined ? words + text : `${words} ${text}`;
  }, "");
}
