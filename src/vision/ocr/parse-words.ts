import { intersect, isEmpty, type Rect, rectOf, type Size } from "../../base/geometry.js";
import { normaliseLabel } from "../../screen/label.js";

/** A word that was recognised in an image. */
export interface ReadWord {
  /** In whole pixels of the image, within it. */
  readonly bounds: Rect;
  /** 0–100. */
  readonly confidence: number;
  /** One line without control or invisible characters, never empty. */
  readonly text: string;
  /** The name of its line: words with the same name are in one line, in reading order. */
  readonly line: string;
}

/** More words than on any screen. */
const MOST_WORDS = 4_000;
/** Longer than any word or address in one line of a screen. */
const LONGEST_WORD = 300;

const WORD_LEVEL = "5";
const COLUMNS = 12;

/**
 * The words of tesseract's table (`tsv`: level, page, block, paragraph, line, word, left, top, width, height,
 * confidence, text). Rows that are not words or not complete are left out, since a program's output is not trusted.
 */
export function parseWords(tsv: string, picture: Size): readonly ReadWord[] {
  const words: ReadWord[] = [];
  for (const row of tsv.split("\n")) {
    if (words.length === MOST_WORDS) break;
    const word = wordOf(row.split("\t"), picture);
    if (word) words.push(word);
  }
  return words;
}

function wordOf(cells: readonly string[], picture: Size): ReadWord | undefined {
  if (cells.length < COLUMNS || cells[0] !== WORD_LEVEL) return undefined;
  const [left, top, wide, high, confidence] = cells.slice(6, 11).map(numberOf);
  if (left === undefined || top === undefined || wide === undefined || high === undefined) return undefined;
  const bounds = intersect(rectOf(left, top, left + wide, top + high), rectOf(0, 0, picture.width, picture.height));
  const text = normaliseLabel(cells.slice(COLUMNS - 1).join(" "));
  if (isEmpty(bounds) || text === "" || text.length > LONGEST_WORD) return undefined;
  if (confidence === undefined || confidence < 0 || confidence > 100) return undefined;
  return { bounds, confidence, text, line: cells.slice(1, 5).join(".") };
}

function numberOf(cell: string): number | undefined {
  return /^-?\d{1,9}(?:\.\d+)?$/.test(cell) ? Number(cell) : undefined;
}
