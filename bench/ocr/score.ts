import { area, containsPoint, height, intersect, isEmpty, type Rect, rectOf } from "../../src/base/geometry.js";
import type { Frame } from "../../src/screen/frame.js";
import type { UiNode } from "../../src/screen/hierarchy.js";
import type { Pair } from "./pairs.js";

/** A text and its bounds, from a hierarchy or from OCR. */
export interface PlacedText {
  readonly bounds: Rect;
  readonly text: string;
}

export interface Score {
  /** The number of words in the tree's texts, and how many of them OCR read at their place. */
  readonly words: number;
  readonly read: number;
  /**
   * The number of words that OCR read; how many of them are inside a text of the tree that does not contain them; how
   * many are outside of all texts.
   */
  readonly said: number;
  readonly misread: number;
  readonly elsewhere: number;
}

export const NO_SCORE: Score = { words: 0, read: 0, said: 0, misread: 0, elsewhere: 0 };

export function addScores(a: Score, b: Score): Score {
  return {
    words: a.words + b.words,
    read: a.read + b.read,
    said: a.said + b.said,
    misread: a.misread + b.misread,
    elsewhere: a.elsewhere + b.elsewhere,
  };
}

/** Any letter that is not Latin. */
const FOREIGN = /(?!\p{Script=Latin})\p{L}/u;
/** In scripts without spaces each character counts as a word. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu;
/** A text whose bounds have less contrast than this, in grey levels, is not drawn or is covered. */
const LEAST_CONTRAST = 24;
/** How far outside the text's bounds the middle of an OCR box may be, as a share of the box's height. */
const SLACK = 0.5;

/**
 * The texts that are visible according to the tree: the `text` of nodes (descriptions are not drawn) on the screen, if
 * they are not passwords and their bounds have some contrast. Truncated texts, and texts of covered pages, count in
 * full. Texts with letters that are not Latin are left out unless Chinese, Japanese or Korean is read.
 */
export function shownTexts(
  { hierarchy, frame }: Pick<Pair, "hierarchy" | "frame">,
  languages: string,
): readonly PlacedText[] {
  const screen = rectOf(0, 0, frame.width, frame.height);
  return hierarchy.nodes.flatMap((node: UiNode): readonly PlacedText[] => {
    if (!node.text || !node.bounds || node.password === true || node.visibleToUser === false) return [];
    if (!/chi_|jpn|kor/.test(languages) && FOREIGN.test(node.text)) return [];
    const bounds = intersect(node.bounds, screen);
    const isWhole = !isEmpty(bounds) && area(bounds) >= area(node.bounds) * 0.9;
    return isWhole && contrastIn(frame, bounds) >= LEAST_CONTRAST ? [{ bounds, text: node.text }] : [];
  });
}

function contrastIn({ width, rgba }: Frame, { left, top, right, bottom }: Rect): number {
  let [darkest, lightest] = [255, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const green = rgba[(y * width + x) * 4 + 1] ?? 0;
      darkest = Math.min(darkest, green);
      lightest = Math.max(lightest, green);
    }
  }
  return lightest - darkest;
}

function wordsIn(text: string): readonly string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/** Counts each word of the texts once, as read at its place or not; and each word that OCR read once. */
export function scoreOf(truth: readonly PlacedText[], said: readonly PlacedText[]): Score {
  const texts = truth.map(({ bounds, text }) => ({ bounds, left: [...wordsIn(text)] }));
  const words = texts.reduce((sum, { left }) => sum + left.length, 0);
  let [total, misread, elsewhere] = [0, 0, 0];
  for (const line of said) {
    const around = texts.filter((text) => liesIn(line.bounds, text.bounds));
    for (const word of wordsIn(line.text)) {
      total += 1;
      if (around.length === 0) elsewhere += 1;
      else if (!around.some(({ left }) => takeFrom(left, word))) misread += 1;
    }
  }
  return {
    words,
    read: words - texts.reduce((sum, { left }) => sum + left.length, 0),
    said: total,
    misread,
    elsewhere,
  };
}

/** Whether the line is inside the text, or the text inside the line: either may contain several of the other. */
function liesIn(line: Rect, text: Rect): boolean {
  const slack = Math.round(height(line) * SLACK);
  const near = rectOf(text.left - slack, text.top - slack, text.right + slack, text.bottom + slack);
  const middle = { x: (line.left + line.right) / 2, y: (line.top + line.bottom) / 2 };
  const crossed = intersect(near, line);
  return containsPoint(near, middle) || (!isEmpty(crossed) && height(crossed) >= height(line) * SLACK);
}

function takeFrom(words: string[], word: string): boolean {
  const at = words.indexOf(word);
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
}
