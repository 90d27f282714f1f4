import { intersect, isEmpty, type Rect, rectOf } from "../../../../src/base/geometry.js";
import { alphaOf, type Color, pixelOf } from "./color.js";
import type { Mask } from "./mask.js";

/**
 * An image in memory: RGBA bytes, rows without padding. Blending uses only integers, so it gives the same result
 * everywhere.
 */
export class Surface {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** The same bytes as signed integers, which V8 does not have to allocate on the heap. */
  readonly #words: Int32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#words = new Int32Array(width * height);
    this.bytes = new Uint8Array(this.#words.buffer);
  }

  get bounds(): Rect {
    return rectOf(0, 0, this.width, this.height);
  }

  /** Paints a rectangle of whole pixels. */
  fillRect(rect: Rect, color: Color, clip: Rect): void {
    const area = intersect(intersect(rect, clip), this.bounds);
    const alpha = alphaOf(color);
    if (isEmpty(area) || alpha === 0) return;
    for (let y = area.top; y < area.bottom; y += 1) {
      const start = y * this.width;
      if (alpha === 255) this.#words.fill(pixelOf(color) | 0, start + area.left, start + area.right);
      else this.#blendRow(start + area.left, start + area.right, color);
    }
  }

  /** Paints a colour through a mask whose origin is at (x, y). */
  fillMask(mask: Mask, x: number, y: number, paint: { readonly color: Color; readonly clip: Rect }): void {
    const [left, top] = [x + mask.left, y + mask.top];
    const area = intersect(intersect(rectOf(left, top, left + mask.width, top + mask.height), paint.clip), this.bounds);
    if (isEmpty(area)) return;
    for (let row = area.top; row < area.bottom; row += 1) {
      const from = (row - top) * mask.width - left;
      this.#blendMaskRow(
        mask.coverage.subarray(from + area.left, from + area.right),
        row * this.width + area.left,
        paint.color,
      );
    }
  }

  /** Copies a part of another image of the same size, for layers that were drawn separately. */
  copyFrom(source: Surface, rect: Rect): void {
    const area = intersect(rect, this.bounds);
    for (let y = area.top; y < area.bottom; y += 1) {
      const start = y * this.width;
      this.#words.set(source.#words.subarray(start + area.left, start + area.right), start + area.left);
    }
  }

  #blendRow(from: number, to: number, color: Color): void {
    const words = this.#words;
    const alpha = alphaOf(color);
    const pixel = pixelOf(color) | 0;
    for (let i = from; i < to; i += 1) words[i] = blended(words[i] ?? 0, pixel, alpha);
  }

  #blendMaskRow(coverage: Uint8Array, start: number, color: Color): void {
    const words = this.#words;
    const alpha = alphaOf(color);
    const pixel = pixelOf(color) | 0;
    const opaque = pixel | 0xff000000;
    for (let i = 0; i < coverage.length; i += 1) {
      const share = coverage[i] ?? 0;
      if (share === 0) continue;
      const strength = divide255(share * alpha);
      words[start + i] = strength === 255 ? opaque : blended(words[start + i] ?? 0, pixel, strength);
    }
  }
}

/** `over` on `under` with an opacity in 255ths, each channel rounded; computes two channels at once. */
function blended(under: number, over: number, alpha: number): number {
  const rest = 255 - alpha;
  const outer = (Math.imul(under & 0xff00ff, rest) + Math.imul(over & 0xff00ff, alpha) + 0x800080) | 0;
  const green = (((under >>> 8) & 0xff) * rest + ((over >>> 8) & 0xff) * alpha + 128) | 0;
  const redBlue = ((outer + ((outer >>> 8) & 0xff00ff)) >>> 8) & 0xff00ff;
  return 0xff000000 | redBlue | ((green + (green >>> 8)) & 0xff00);
}

/** n / 255 rounded to the nearest integer, for 0 <= n <= 65025. */
function divide255(n: number): number {
  const t = n + 128;
  return (t + (t >>> 8)) >>> 8;
}
