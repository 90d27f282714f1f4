import { height, type Rect, union, width } from "../../base/geometry.js";
import type { Detection } from "../detection.js";
import type { ReadWord } from "./parse-words.js";

/** Surer than this, in per cent, and a word is believed. */
const LEAST_CONFIDENCE = 50;
/** A text has to be surer than each of its words: what looks a little like letters is not much more than 50 sure. */
const LEAST_CONFIDENCE_OF_TEXT = 65;
/** A letter that stands alone is more often an icon than a word. */
const LEAST_CONFIDENCE_ALONE = 85;
/** Words of one line that are farther apart than this, in heights of the line, are different texts. */
const WIDEST_GAP = 1.2;
/** No text is taller, as a share of the picture's height: what is, is a picture. */
const TALLEST = 0.12;

/** Written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The words as texts of a screen: believed ones of one line that are beside each other are one text, in reading order
 * of their tops. Other things (marks, icons read as letters) are left out.
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

/** What stands before or behind words and holds no letter is an icon, except for what belongs to numbers. */
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

/** One letter is rarely wider than high; icons are as wide. */
function isUpright(bounds: Rect): boolean {
  return width(bounds) <= height(bounds) * 1.1;
}

function detectionOf(run: readonly ReadWord[]): Detection {
  const bounds = run.map((word) => word.bounds).reduce(union);
  const confidence = Math.round(confidenceOf(run) * 10) / 1000;
  return { bounds, kind: "text", confidence, text: joined(run), guess: null, source: "ocr" };
}

/** Per cent; long words weigh more. */
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
