import { FoveaError } from "../base/errors.js";
import type { Size } from "../base/geometry.js";

/** The provider whose rule gives the cost of an image in tokens. */
export type TokenRule = "claude" | "gpt" | "gemini";

/** The largest size of an image: its longest side in pixels, or its cost for a model. */
export type PictureSize =
  | { readonly kind: "pixels"; readonly longestSide: number }
  | { readonly kind: "tokens"; readonly most: number; readonly rule: TokenRule };

/**
 * The largest image for a model: some providers would scale down a larger one themselves, and positions in it would be
 * wrong.
 */
export const LARGEST_SIDE = 1568;
/** In a smaller image nothing can be read. */
export const SMALLEST_SIDE = 64;
/**
 * In this size, 99 of 100 words on real screens are readable that are readable in images of 1568 pixels, and 97 of 100
 * in small letters; in the next smaller sizes 94 and 95 (`npm run -s bench -- picture-size`).
 */
export const USUAL_SIDE = 1280;

export const USUAL_SIZE: PictureSize = { kind: "pixels", longestSide: USUAL_SIDE };
const WORDS = /^(\d{1,6})(?: ?px| ?pixels|(?: (claude|gpt|gemini))? (tokens))?$/i;

/**
 * Reads `900` (pixels of the longest side), `600 tokens` or `600 gpt tokens`; the usual size if absent. Errors:
 * INVALID_ARGUMENT.
 */
export function pictureSizeOf(text: string | undefined): PictureSize {
  if (text === undefined) return USUAL_SIZE;
  const [, number, rule, tokens] = WORDS.exec(text.trim()) ?? [];
  const value = Number(number);
  if (tokens !== undefined) return tokenSize(value, rule?.toLowerCase());
  if (value >= SMALLEST_SIDE && value <= LARGEST_SIDE) return { kind: "pixels", longestSide: value };
  throw refused(text, `pixels of the longest side, ${SMALLEST_SIDE} to ${LARGEST_SIDE}`);
}

function tokenSize(most: number, word: string | undefined): PictureSize {
  const rule = word === "gpt" || word === "gemini" ? word : "claude";
  const least = RULES[rule]({ width: SMALLEST_SIDE, height: SMALLEST_SIDE });
  if (most >= least) return { kind: "tokens", most, rule };
  throw refused(`${most} ${rule} tokens`, `tokens by that rule, ${least} or more`);
}

function refused(given: string, wanted: string): FoveaError {
  const message = `the size ${JSON.stringify(given)} is not understood: it is ${wanted}, e.g. 900, 600 tokens or 600 gpt tokens`;
  return new FoveaError("INVALID_ARGUMENT", message);
}

/**
 * The longest side of an image with these proportions; the size of `shape` itself does not matter. For a size in
 * tokens: the largest side that costs no more.
 */
export function longestSideOf(size: PictureSize, shape: Size): number {
  if (size.kind === "pixels") return size.longestSide;
  let [fits, tooLarge] = [SMALLEST_SIDE, LARGEST_SIDE + 1];
  while (tooLarge - fits > 1) {
    const side = Math.floor((fits + tooLarge) / 2);
    if (pictureTokens(withSide(shape, side), size.rule) <= size.most) fits = side;
    else tooLarge = side;
  }
  return fits;
}

function withSide({ width, height }: Size, longestSide: number): Size {
  const scale = longestSide / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The cost of an image for a model, in tokens. Sources: the providers' pages on images, see docs/marks.md. */
export function pictureTokens(size: Size, rule: TokenRule): number {
  return RULES[rule](size);
}

const RULES: Readonly<Record<TokenRule, (size: Size) => number>> = {
  claude: ({ width, height }) => Math.ceil((width * height) / 750),
  // Scaled to 2048 x 2048, then to 768 at the shorter side, then divided into tiles of 512.
  gpt: (size) => {
    const { width, height } = Math.max(size.width, size.height) > 2048 ? withSide(size, 2048) : size;
    const scale = Math.min(1, 768 / Math.min(width, height));
    return 85 + 170 * tiles(width * scale, 512) * tiles(height * scale, 512);
  },
  // Small images are one tile; others are divided into tiles of 768.
  gemini: ({ width, height }) => (Math.max(width, height) <= 384 ? 258 : 258 * tiles(width, 768) * tiles(height, 768)),
};

function tiles(pixels: number, side: number): number {
  return Math.ceil(Math.round(pixels) / side);
}
