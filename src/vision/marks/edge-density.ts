import { intersect, isEmpty, type Rect, rectOf, type Size } from "../../base/geometry.js";

/** The amount of visible detail in any rectangle of an image: how many pixels differ from their neighbours. */
export interface EdgeDensityMap {
  /** Counts only pixels in boxes of texts. */
  text(rect: Rect): number;
  /** Counts all pixels. */
  any(rect: Rect): number;
}

/**
 * Neighbours that differ by more than this, of 255, are an edge: letters on a background are edges, gradients are not.
 */
const LEAST_STEP = 20;

/** How many pixels along the border of a text's box are not counted as text. */
const BORDER = 7;

/** Reads an image once; then each rectangle takes constant time. `texts` are the boxes of texts. */
export function edgeDensityOf(picture: Size & { readonly rgba: Uint8Array }, texts: readonly Rect[]): EdgeDensityMap {
  const { width, height } = picture;
  const isText = maskOf(picture, texts);
  const stride = width + 1;
  const any = new Uint32Array(stride * (height + 1));
  const text = new Uint32Array(stride * (height + 1));
  const grey = greyOf(picture);
  for (let y = 0; y < height; y += 1) {
    let anyInRow = 0;
    let textInRow = 0;
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (isEdge(grey, { x, y, width, height })) {
        anyInRow += 1;
        textInRow += isText[at] ?? 0;
      }
      const here = (y + 1) * stride + x + 1;
      any[here] = (any[here - stride] ?? 0) + anyInRow;
      text[here] = (text[here - stride] ?? 0) + textInRow;
    }
  }
  return { any: summed(any, picture), text: summed(text, picture) };
}

function isEdge(grey: Uint8Array, { x, y, width, height }: Size & { readonly x: number; readonly y: number }): boolean {
  const row = y * width;
  const across = (grey[row + Math.min(x + 1, width - 1)] ?? 0) - (grey[row + Math.max(x - 1, 0)] ?? 0);
  if (Math.abs(across) > LEAST_STEP) return true;
  const down = (grey[Math.min(y + 1, height - 1) * width + x] ?? 0) - (grey[Math.max(y - 1, 0) * width + x] ?? 0);
  return Math.abs(down) > LEAST_STEP;
}

function greyOf({ width, height, rgba }: Size & { readonly rgba: Uint8Array }): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [rgba[4 * at], rgba[4 * at + 1], rgba[4 * at + 2]];
    grey[at] = (3 * red + 6 * green + blue) / 10;
  }
  return grey;
}

function maskOf(size: Size, rects: readonly Rect[]): Uint8Array {
  const mask = new Uint8Array(size.width * size.height);
  const picture = rectOf(0, 0, size.width, size.height);
  for (const rect of rects) {
    const inner = rectOf(rect.left + BORDER, rect.top + BORDER, rect.right - BORDER, rect.bottom - BORDER);
    const { left, top, right, bottom } = intersect(inner, picture);
    for (let y = top; y < bottom && left < right; y += 1) mask.fill(1, y * size.width + left, y * size.width + right);
  }
  return mask;
}

/** The sum over any rectangle, from the sums over all rectangles that begin at the image's upper left corner. */
function summed(sums: Uint32Array, { width, height }: Size): (rect: Rect) => number {
  const stride = width + 1;
  const picture = rectOf(0, 0, width, height);
  const upTo = (x: number, y: number) => sums[y * stride + x] ?? 0;
  return (rect) => {
    const { left, top, right, bottom } = intersect(rect, picture);
    if (isEmpty({ left, top, right, bottom })) return 0;
    return upTo(right, bottom) - upTo(left, bottom) - upTo(right, top) + upTo(left, top);
  };
}
