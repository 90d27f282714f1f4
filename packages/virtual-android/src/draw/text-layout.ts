import { isRightToLeftText, visualOrder } from "./bidi.js";
import type { Fonts, FontWeight, Glyph } from "./fonts.js";

/** The style of a text; the size is in whole pixels. */
export interface TextStyle {
  readonly size: number;
  readonly weight: FontWeight;
  /** The most lines. Further lines are cut off, and the last line ends with an ellipsis. */
  readonly maxLines: number;
}

export interface PlacedGlyph {
  readonly glyph: Glyph;
  /** The x position of the glyph's origin, in pixels from the start of the line. */
  readonly x: number;
}

export interface TextLine {
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
  readonly isRightToLeft: boolean;
}

/** A text broken into lines. Its box is `width` wide and `lines.length * lineHeight` high. */
export interface TextLayout {
  readonly lines: readonly TextLine[];
  readonly width: number;
  readonly lineHeight: number;
  readonly ascent: number;
  readonly style: TextStyle;
}

const ELLIPSIS = "…";
const MAX_CACHED_TEXTS = 2000;

/** Keeps laid-out texts, so that a screen that changes little is laid out quickly. */
export class TextCache {
  readonly fonts: Fonts;
  readonly #known = new Map<string, TextLayout>();

  constructor(fonts: Fonts) {
    this.fonts = fonts;
  }

  layout(text: string, style: TextStyle, maxWidth: number): TextLayout {
    const key = `${style.size} ${style.weight} ${style.maxLines} ${maxWidth} ${text}`;
    const known = this.#known.get(key);
    if (known) return known;
    const layout = layoutText(this.fonts, text, style, maxWidth);
    if (this.#known.size >= MAX_CACHED_TEXTS) this.#known.clear();
    this.#known.set(key, layout);
    return layout;
  }
}

/** Breaks a text into lines of at most `maxWidth` pixels: at spaces, between CJK characters, or else inside words. */
export function layoutText(fonts: Fonts, text: string, style: TextStyle, maxWidth: number): TextLayout {
  const measure = (part: string) => widthOf(fonts, part, style);
  const broken = text.split("\n").flatMap((paragraph) => breakParagraph(paragraph, maxWidth, measure));
  const kept = broken.slice(0, style.maxLines);
  if (broken.length > kept.length && kept.length > 0) {
    kept[kept.length - 1] = withEllipsis(kept.at(-1) ?? "", maxWidth, measure);
  }
  const lines = kept.map((line) => placeLine(fonts, line, style));
  const { ascent, descent } = fonts.lineMetrics(style.size);
  const width = Math.ceil(lines.reduce((widest, line) => Math.max(widest, line.width), 0));
  return { lines, width, lineHeight: ascent + descent, ascent, style };
}

/** The width of a text on one line, in pixels. */
export function widthOf(fonts: Fonts, text: string, style: TextStyle): number {
  return placeLine(fonts, text, style).width;
}

function placeLine(fonts: Fonts, line: string, style: TextStyle): TextLine {
  const glyphs: PlacedGlyph[] = [];
  let x = 0;
  for (const code of visualOrder(line)) {
    if (isInvisible(code)) continue;
    const glyph = fonts.glyphOf(code, style.weight);
    glyphs.push({ glyph, x });
    x += fonts.advanceOf(glyph, style.size);
  }
  return { glyphs, width: x, isRightToLeft: isRightToLeftText(line) };
}

/** Joiners, variation selectors, bidi marks and skin tones are not drawn on their own. */
function isInvisible(code: number): boolean {
  const isMark = code < 0x20 || (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e);
  const isSelector = (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0x1f3fb && code <= 0x1f3ff);
  return isMark || isSelector || (code >= 0x2060 && code <= 0x2069) || code === 0xfeff;
}

type Measure = (text: string) => number;

function breakParagraph(paragraph: string, maxWidth: number, measure: Measure): string[] {
  if (measure(paragraph) <= maxWidth) return [paragraph];
  const lines: string[] = [];
  let line = "";
  for (const piece of piecesOf(paragraph)) {
    if (line !== "" && measure((line + piece).trimEnd()) > maxWidth) {
      lines.push(line.trimEnd());
      line = "";
    }
    const parts = splitLongPiece(line + piece, maxWidth, measure);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? "";
  }
  return [...lines, line.trimEnd()];
}

/** Words with the spaces that follow them; each CJK character is a separate piece. */
function piecesOf(paragraph: string): readonly string[] {
  return paragraph.match(/[\u3000-\u9fff\uff00-\uffef]\s*|[^\s\u3000-\u9fff\uff00-\uffef]+-?\s*|\s+/gu) ?? [];
}

function splitLongPiece(piece: string, maxWidth: number, measure: Measure): string[] {
  if (measure(piece.trimEnd()) <= maxWidth) return [piece];
  const parts: string[] = [];
  let part = "";
  for (const character of piece) {
    if (part !== "" && measure(part + character) > maxWidth) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}

function withEllipsis(line: string, maxWidth: number, measure: Measure): string {
  let kept = [...line];
  while (kept.length > 0 && measure(kept.join("") + ELLIPSIS) > maxWidth) kept = kept.slice(0, -1);
  return kept.join("").trimEnd() + ELLIPSIS;
}
