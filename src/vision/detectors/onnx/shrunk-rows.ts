import type { Size } from "../../../base/geometry.js";
import type { Frame } from "../../../screen/frame.js";

/** Rows are summed five at a time: in a screen of 2400 pixels for an input of 640, one row covers at most five. */
const AT_ONCE = 5;
/** Shares of rows are multiples of 1/256: so a sum of 8-bit colours fits into 16 bits. */
const WHOLE = 256;

/**
 * The rows of an image scaled to a smaller size: each pixel is the mean of the pixels under it. While rows are summed,
 * two 16-bit colours share a number, which makes it fast: 1080×2400 to 288×640 takes a few ms (`npm run -s bench --
 * detect`).
 */
export class ShrunkRows {
  readonly #words: Int32Array;
  readonly #width: number;
  readonly #down: Shares;
  readonly #across: Shares;
  /** One row in the image's width: red in the lower and blue in the upper 16 bits; green in the array below. */
  readonly #redBlue: Int32Array;
  readonly #green: Int32Array;
  readonly #out: Float64Array;

  constructor({ width, height, rgba }: Pick<Frame, "width" | "height" | "rgba">, to: Size) {
    this.#words = wordsOf(rgba, width * height);
    this.#width = width;
    this.#down = sharesOf(height, to.height);
    this.#across = sharesOf(width, to.width);
    this.#redBlue = new Int32Array(width);
    this.#green = new Int32Array(width);
    this.#out = new Float64Array(to.width * 3);
  }

  /** Red, green and blue from 0 to 255 of each pixel of the row `y`; valid until the next call. */
  at(y: number): Float64Array {
    const { first, taps, parts } = this.#down;
    this.#redBlue.fill(0);
    this.#green.fill(0);
    for (let tap = 0; tap < taps; tap += AT_ONCE) {
      const shareOf = (nth: number) => (tap + nth < taps ? (parts[y * taps + tap + nth] ?? 0) : 0);
      this.#addRows((first[y] ?? 0) + tap, shareOf);
    }
    return this.#narrow();
  }

  /** Adds five rows from this one on, each multiplied by its share. */
  #addRows(row: number, shareOf: (nth: number) => number): void {
    const [words, redBlue, green, width] = [this.#words, this.#redBlue, this.#green, this.#width];
    const last = words.length - width;
    const rowAt = (nth: number) => {
      const start = Math.min(last, (row + nth) * width); // a row beyond the end has the share 0
      return words.subarray(start, start + width);
    };
    const [a, b, c, d, e] = [rowAt(0), rowAt(1), rowAt(2), rowAt(3), rowAt(4)];
    const [inA, inB, inC, inD, inE] = [shareOf(0), shareOf(1), shareOf(2), shareOf(3), shareOf(4)];
    for (let x = 0; x < width; x += 1) {
      const p = a[x] ?? 0;
      const q = b[x] ?? 0;
      const r = c[x] ?? 0;
      const s = d[x] ?? 0;
      const t = e[x] ?? 0;
      const both =
        Math.imul(p & 0xff00ff, inA) +
        Math.imul(q & 0xff00ff, inB) +
        Math.imul(r & 0xff00ff, inC) +
        Math.imul(s & 0xff00ff, inD) +
        Math.imul(t & 0xff00ff, inE);
      const one =
        Math.imul((p >>> 8) & 255, inA) +
        Math.imul((q >>> 8) & 255, inB) +
        Math.imul((r >>> 8) & 255, inC) +
        Math.imul((s >>> 8) & 255, inD) +
        Math.imul((t >>> 8) & 255, inE);
      redBlue[x] = ((redBlue[x] ?? 0) + both) | 0;
      green[x] = ((green[x] ?? 0) + one) | 0;
    }
  }

  #narrow(): Float64Array {
    const { first, taps, exact } = this.#across;
    const [redBlue, green, out] = [this.#redBlue, this.#green, this.#out];
    for (let x = 0, to = 0; x < first.length; x += 1, to += 3) {
      const from = first[x] ?? 0;
      let red = 0;
      let middle = 0;
      let blue = 0;
      for (let tap = 0; tap < taps; tap += 1) {
        const share = exact[x * taps + tap] ?? 0;
        const both = redBlue[from + tap] ?? 0;
        red += (both & 0xffff) * share;
        middle += (green[from + tap] ?? 0) * share;
        blue += (both >>> 16) * share;
      }
      out[to] = red / WHOLE;
      out[to + 1] = middle / WHOLE;
      out[to + 2] = blue / WHOLE;
    }
    return out;
  }
}

/**
 * For each pixel of a side: the first pixel of the image under it, and the shares of that one and the following ones.
 */
interface Shares {
  readonly first: Int32Array;
  /** The number of shares for each pixel; some of them are 0. */
  readonly taps: number;
  readonly exact: Float64Array;
  /** The same shares as multiples of 1/`WHOLE`, which add up to `WHOLE`. */
  readonly parts: Int32Array;
}

function sharesOf(from: number, to: number): Shares {
  const step = from / to;
  const taps = Math.min(from, Math.ceil(step) + 1);
  const first = new Int32Array(to);
  const exact = new Float64Array(to * taps);
  const parts = new Int32Array(to * taps);
  for (let at = 0; at < to; at += 1) {
    const [start, end] = [at * step, Math.min(from, (at + 1) * step)];
    const begin = Math.min(Math.floor(start), from - taps);
    first[at] = begin;
    let summed = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const shared = Math.max(0, Math.min(end, begin + tap + 1) - Math.max(start, begin + tap));
      exact[at * taps + tap] = shared / (end - start);
      // The rounding error so far is added to the next share, so that the sum is exact.
      const before = Math.round(summed * WHOLE);
      summed += shared / (end - start);
      parts[at * taps + tap] = Math.round(summed * WHOLE) - before;
    }
  }
  return { first, taps, exact, parts };
}

/** The same bytes as one number per pixel: alpha, blue, green, red from the highest byte, on a little-endian host. */
function wordsOf(rgba: Uint8Array, pixels: number): Int32Array {
  const whole = rgba.byteOffset % 4 === 0 ? rgba : Uint8Array.from(rgba);
  return new Int32Array(whole.buffer, whole.byteOffset, pixels);
}
