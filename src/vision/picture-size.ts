import { FoveaError } from "../base/errors.js";
import type { Size } from "../base/geometry.js";

/** What a picture costs a model, by the rule that its provider states for pictures of this size. */
export type TokenRule = "claude" | "gpt" | "gemini";

/** How large a picture may be: its longest side in pixels, or what it costs a model. */
export type PictureSize =
  | { readonly kind: "pixels"; readonly longestSide: number }
  | { readonly kind: "tokens"; readonly most: number; readonly rule: TokenRule };

/** No picture for a model is larger: some providers would scale it down themselves, and places in it would be wrong. */
export const LARGEST_SIDE = 1568;
/** Nothing can be read in smaller ones. */
export const SMALLEST_SIDE = 64;
/**
 * 99 of 100 words on real screens that can be read in pictures of 1568 pixels can be read in this size, and 97
 * of those in small letters; in the next smaller ones 94 and 95 (`npm run -s bench -- picture-size`).
 */
export const USUAL_SIDE = 1280;

export const USUAL_SIZE: PictureSize = { kind: "pixels", longestSide: USUAL_SIDE };
const WORDS = /^(\d{1,6})(?: ?px| ?pixels|(?: (claude|gpt|gemini))? (tokens))?$/i;

/**
 * `900` (pixels of the longest side), `600 tokens`, `600 gpt tokens`; the usual size where absent. Errors:
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
 * The longest side of a picture of this shape, whose own size is of no account: the largest one that costs no more
 * where tokens were asked for.
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

/** What a picture costs a model. Sources: the providers' pages on pictures, see docs/marks.md. */
export function pictureTokens(size: Size, rule: TokenRule): number {
  return RULES[rule](size);
}

const RULES: Readonly<Record<TokenRule, (size: Size) => number>> = {
  claude: ({ width, height }) => Math.ceil((width * height) / 750),
  // Within 2048 x 2048, then down to 768 at the shorter side, then in tiles of 512.
  gpt: (size) => {
    const { width, height } = Math.max(size.width, size.height) > 2048 ? withSide(size, 2048) : size;
    const scale = Math.min(1, 768 / Math.min(width, height));
    return 85 + 170 * tiles(width * scale, 512) * tiles(height * scale, 512);
  },
  // Small ones are one tile, others are cut into tiles of 768.
  gemini: ({ width, height }) => (Math.max(width, height) <= 384 ? 258 : 258 * tiles(width, 768) * tiles(height, 768)),
};

function tiles(pixels: number, side: number): number {
  return Math.ceil(Math.round(pixels) / side);
}
