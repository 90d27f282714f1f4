import { intersect, isEmpty, type Rect, rectOf } from "../../base/geometry.js";
import { alphaOf, type Color, pixelOf } from "./color.js";
import type { Mask } from "./mask.js";

/** A picture in memory: RGBA bytes, rows tightly packed. All blending is in whole numbers, the same everywhere. */
export class Surface {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  readonly #words: Uint32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#words = new Uint32Array(width * height);
    this.bytes = new Uint8Array(this.#words.buffer);
  }

  get bounds(): Rect {
    return rectOf(0, 0, this.width, this.height);
  }

  /** Paints a rectangle of whole pixels. */
  fillRect(rect: Rect, color: Color, clip: Rect): void {
    const area = intersect(intersect(rect, clip), this.bounds);
    if (isEmpty(area) || alphaOf(color) === 0) return;
    for (let y = area.top; y < area.bottom; y += 1) {
      const start = y * this.width;
      if (alphaOf(color) === 255) this.#words.fill(pixelOf(color), start + area.left, start + area.right);
      else this.#blendRow(start + area.left, start + area.right, color);
    }
  }

  /** Paints through a mask whose origin is put at (x, y). */
  fillMask(mask: Mask, x: number, y: number, paint: { readonly color: Color; readonly clip: Rect }): void {
    const [left, top] = [x + mask.left, y + mask.top];
    const area = intersect(intersect(rectOf(left, top, left + mask.width, top + mask.height), paint.clip), this.bounds);
    if (isEmpty(area)) return;
    const alpha = alphaOf(paint.color);
    for (let row = area.top; row < area.bottom; row += 1) {
      const from = (row - top) * mask.width - left;
      for (let column = area.left; column < area.right; column += 1) {
        const coverage = mask.coverage[from + column] ?? 0;
        if (coverage !== 0) this.#blend(row * this.width + column, paint.color, divide255(coverage * alpha));
      }
    }
  }

  /** Copies a part of another picture of the same size, for layers that were drawn apart. */
  copyFrom(source: Surface, rect: Rect): void {
    const area = intersect(rect, this.bounds);
    for (let y = area.top; y < area.bottom; y += 1) {
      const start = y * this.width;
      this.#words.set(source.#words.subarray(start + area.left, start + area.right), start + area.left);
    }
  }

  #blendRow(from: number, to: number, color: Color): void {
    const alpha = alphaOf(color);
    for (let i = from; i < to; i += 1) this.#blend(i, color, alpha);
  }

  #blend(index: number, color: Color, alpha: number): void {
    const under = this.#words[index] ?? 0;
    const rest = 255 - alpha;
    const red = divide255(((color >>> 16) & 0xff) * alpha + (under & 0xff) * rest);
    const green = divide255(((color >>> 8) & 0xff) * alpha + ((under >>> 8) & 0xff) * rest);
    const blue = divide255((color & 0xff) * alpha + ((under >>> 16) & 0xff) * rest);
    this.#words[index] = (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
  }
}

/** n / 255 rounded to the nearest whole number, for 0 <= n <= 65025. */
function divide255(n: number): number {
  const t = n + 128;
  return (t + (t >>> 8)) >>> 8;
}
