import { readFileSync } from "node:fs";
import { assetPath } from "../../../../src/base/assets.js";
import { type Mask, rasterize } from "./mask.js";
import { TrueTypeFont } from "./truetype.js";

export type FontWeight = "regular" | "medium" | "bold";

/** A glyph of one of the fonts. */
export interface Glyph {
  readonly face: number;
  readonly index: number;
}

const WEIGHTS: readonly FontWeight[] = ["regular", "medium", "bold"];

/** The font files in `assets/fonts`: the three weights first, then fonts for characters that these do not have. */
const FILES = [
  "Roboto-Regular.ttf",
  "Roboto-Medium.ttf",
  "Roboto-Bold.ttf",
  "NotoSansHebrew-Regular.ttf",
  "NotoSansArabic-Regular.ttf",
  "NotoSansSC-Regular.ttf",
  "NotoEmoji-Regular.ttf",
] as const;

/** The index of the emoji font in the list of fonts. */
export const EMOJI_FACE = 6;

const MAX_CACHED_GLYPHS = 6000;

/** The fonts of phones, and the masks of the glyphs that were drawn. */
export class Fonts {
  readonly #faces: readonly TrueTypeFont[];
  readonly #masks = new Map<number, Mask>();

  constructor() {
    this.#faces = FILES.map((name) => new TrueTypeFont(readFileSync(assetPath("fonts", name))));
  }

  /**
   * The glyph of a code point: from the font of the wanted weight, else from the first font that has it, else the
   * missing-glyph box.
   */
  glyphOf(codePoint: number, weight: FontWeight): Glyph {
    const wanted = WEIGHTS.indexOf(weight);
    for (const face of [wanted, 3, 4, 5, EMOJI_FACE]) {
      const index = this.#face(face).glyphOf(codePoint);
      if (index !== 0) return { face, index };
    }
    return { face: wanted, index: 0 };
  }

  hasCharacter(codePoint: number): boolean {
    return this.#faces.some((face) => face.glyphOf(codePoint) !== 0);
  }

  /** Advance width in pixels at this size. */
  advanceOf(glyph: Glyph, size: number): number {
    const face = this.#face(glyph.face);
    return (face.advanceOf(glyph.index) * size) / face.unitsPerEm;
  }

  /**
   * The height of a line of text above and below the baseline, in whole pixels. Always Roboto's, even if another font
   * is used for some glyphs.
   */
  lineMetrics(size: number): { readonly ascent: number; readonly descent: number } {
    const face = this.#face(0);
    return {
      ascent: Math.ceil((face.ascent * size) / face.unitsPerEm),
      descent: Math.ceil((face.descent * size) / face.unitsPerEm),
    };
  }

  /** The mask of a glyph at a size in whole pixels, moved right by quarters of a pixel (0–3). */
  maskOf(glyph: Glyph, size: number, quarters: number): Mask {
    const key = ((glyph.face * 65536 + glyph.index) * 1024 + size) * 4 + quarters;
    const known = this.#masks.get(key);
    if (known) return known;
    const face = this.#face(glyph.face);
    const mask = rasterize(face.outlineOf(glyph.index, size / face.unitsPerEm, quarters / 4));
    if (this.#masks.size >= MAX_CACHED_GLYPHS) this.#masks.clear();
    this.#masks.set(key, mask);
    return mask;
  }

  #face(index: number): TrueTypeFont {
    const face = this.#faces[index];
    if (!face) throw new Error(`there is no font ${index}`);
    return face;
  }
}
