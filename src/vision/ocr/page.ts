import { height, intersect, isEmpty, type Rect, rectOf, width } from "../../base/geometry.js";
import type { GreyPicture } from "./binarise.js";
import type { ReadWord } from "./parse-words.js";

/** A page with one line of an image in each row, all of the same height, and the place of each line in the image. */
export interface Page {
  readonly picture: GreyPicture;
  readonly lines: readonly Rect[];
}

/** The height of a line with its margins: OCR programs read letters best at a height of about 30 pixels. */
const LINE = 52;
const GAP = 14;
const MARGIN = 20;
/** A longer line is scaled down to this length. */
const LONGEST = 2_400;

/** The lines arranged as a page, one below the other. Undefined for no lines. */
export function setPage(binarised: GreyPicture, lines: readonly Rect[]): Page | undefined {
  if (lines.length === 0) return undefined;
  const wide = Math.max(...lines.map((line) => Math.ceil(width(line) * scaleOf(line))));
  const page = { width: wide + 2 * MARGIN, height: lines.length * (LINE + GAP) + GAP + MARGIN };
  const grey = new Uint8Array(page.width * page.height).fill(255);
  const picture = { ...page, grey };
  for (const [row, line] of lines.entries()) setLine({ binarised, line, row, picture });
  return { picture, lines };
}

/** The words with their bounds in the original image, row by row, in their order in the page. */
export function placedWords({ lines }: Page, words: readonly ReadWord[]): readonly ReadWord[] {
  const placed = words.flatMap((word) => {
    const row = Math.floor(((word.bounds.top + word.bounds.bottom) / 2 - GAP / 2) / (LINE + GAP));
    const line = lines[row];
    if (!line) return [];
    const bounds = intersect(fromRow(word.bounds, line, row), line);
    return isEmpty(bounds) ? [] : [{ row, word: { ...word, bounds, line: String(row) } }];
  });
  return placed.sort((a, b) => a.row - b.row).map(({ word }) => word);
}

function scaleOf(line: Rect): number {
  return Math.min(LINE / height(line), LONGEST / width(line));
}

function topOf(row: number): number {
  return GAP + row * (LINE + GAP);
}

function fromRow({ left, top, right, bottom }: Rect, line: Rect, row: number): Rect {
  const scale = scaleOf(line);
  const across = (y: number) => line.top + (y - topOf(row)) / scale;
  const along = (x: number) => line.left + (x - MARGIN) / scale;
  return rectOf(Math.floor(along(left)), Math.floor(across(top)), Math.ceil(along(right)), Math.ceil(across(bottom)));
}

interface Setting {
  readonly binarised: GreyPicture;
  readonly line: Rect;
  readonly row: number;
  readonly picture: GreyPicture;
}

/**
 * Draws a line on the page; each pixel is interpolated from four pixels. A line that is scaled down stays sharp enough
 * to read.
 */
function setLine({ binarised, line, row, picture }: Setting): void {
  const scale = scaleOf(line);
  const [wide, high] = [Math.floor(width(line) * scale), Math.floor(height(line) * scale)];
  for (let y = 0; y < high; y += 1) {
    const from = Math.min(line.bottom - 1, Math.max(line.top, line.top + (y + 0.5) / scale - 0.5));
    const start = (topOf(row) + y) * picture.width + MARGIN;
    for (let x = 0; x < wide; x += 1) {
      const along = Math.min(line.right - 1, Math.max(line.left, line.left + (x + 0.5) / scale - 0.5));
      picture.grey[start + x] = between(binarised, along, from);
    }
  }
}

function between({ width: wide, height: high, grey }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(wide - 1, left + 1), Math.min(high - 1, top + 1)];
  const [along, across] = [x - left, y - top];
  const upper = (grey[top * wide + left] ?? 0) * (1 - along) + (grey[top * wide + right] ?? 0) * along;
  const lower = (grey[bottom * wide + left] ?? 0) * (1 - along) + (grey[bottom * wide + right] ?? 0) * along;
  return upper * (1 - across) + lower * across;
}
