import { Canvas } from "../../packages/virtual-android/src/draw/canvas.js";
import { Surface } from "../../packages/virtual-android/src/draw/surface.js";
import { layoutText } from "../../packages/virtual-android/src/draw/text-layout.js";
import { type Rect, rectOf } from "../../src/base/geometry.js";
import type { Pixels } from "../../src/hierarchy-cache/pixels.js";
import type { Pens } from "./drawn-sheet.js";

/** Pseudorandom numbers from a seed (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof randomFrom>;

/** A picture that can be changed and restored. */
export class Sheet {
  readonly surface: Surface;
  readonly canvas: Canvas;
  readonly #base: Uint8Array;

  constructor(base: Pixels, { fonts, shapes }: Pens) {
    this.#base = base.rgba;
    this.surface = new Surface(base.width, base.height);
    this.surface.bytes.set(base.rgba);
    this.canvas = new Canvas({ surface: this.surface, fonts, shapes });
  }

  get pixels(): Pixels {
    const { width, height, bytes } = this.surface;
    return { width, height, rgba: bytes };
  }

  restore(): void {
    this.surface.bytes.set(this.#base);
  }

  /**
   * Whether any pixel between these rows has another colour than originally; computed without the cache's code.
   */
  isChanged(top: number, bottom: number): boolean {
    const { width, bytes } = this.surface;
    for (let y = top; y < bottom; y++) {
      const [now, then] = [bytes, this.#base].map((all) =>
        Buffer.from(all.buffer, all.byteOffset + y * width * 4, width * 4),
      );
      if (now && then && !now.equals(then) && now.some((byte, at) => at % 4 !== 3 && byte !== then[at])) return true;
    }
    return false;
  }
}

export interface Place {
  readonly sheet: Sheet;
  readonly random: Random;
  /** Pixels per dp. */
  readonly scale: number;
  /** The changed area. */
  readonly rect: Rect;
}

/** The possible changes of a part of a screen, all of kinds that occur in apps. */
export const MUTATIONS: Readonly<Record<string, (place: Place) => void>> = {
  "one pixel": ({ sheet, random, rect }) => {
    const at = (rect.top * sheet.surface.width + rect.left) * 4 + random(3);
    sheet.surface.bytes[at] = ((sheet.surface.bytes[at] ?? 0) + 1 + random(255)) & 255;
  },
  "one pixel by one level": ({ sheet, random, rect }) => {
    const at = (rect.top * sheet.surface.width + rect.left) * 4 + random(3);
    sheet.surface.bytes[at] = (sheet.surface.bytes[at] ?? 0) ^ 1;
  },
  fill: ({ sheet, random, rect }) => sheet.canvas.fillRect(rect, 0xff000000 + random(0x1000000)),
  veil: ({ sheet, random, rect }) => sheet.canvas.fillRect(rect, ((3 + random(60)) << 24) >>> 0),
  tint: ({ sheet, random, rect }) => {
    const channel = random(3);
    eachPixel(sheet, rect, (at) => {
      sheet.surface.bytes[at + channel] = (sheet.surface.bytes[at + channel] ?? 0) ^ 1;
    });
  },
  shift: ({ sheet, random, rect }) => {
    const { width, bytes } = sheet.surface;
    const rows = 1 + random(8);
    const from = Math.min(rect.top + rows, sheet.surface.height - 1) * width * 4;
    bytes.copyWithin(rect.top * width * 4, from, rect.bottom * width * 4);
  },
  "swap of two rows": ({ sheet, random, rect }) => {
    const { width, height, bytes } = sheet.surface;
    const length = (rect.bottom - rect.top) * width * 4;
    const other = random(Math.max(1, height - (rect.bottom - rect.top))) * width * 4;
    bytes.copyWithin(rect.top * width * 4, other, other + length);
  },
  letter: ({ sheet, random, scale, rect }) => {
    const style = { size: Math.max(6, Math.round((10 + random(10)) * scale)), weight: "regular", maxLines: 1 } as const;
    const letter = "0123456789.,;:iIl|oOeE"[random(22)] ?? "0";
    const layout = layoutText(sheet.canvas.fonts, letter, style, 1_000);
    const color = random(2) === 0 ? 0xff1b1b1f : 0xff8d909b;
    sheet.canvas.drawText(layout, { left: rect.left, top: rect.top, boxWidth: 1_000 }, { color, align: "start" });
  },
  caret: ({ sheet, scale, rect: { left, top } }) =>
    sheet.canvas.fillRect(
      rectOf(left, top, left + Math.max(1, Math.round(scale)), top + Math.round(20 * scale)),
      0xff3f5aa9,
    ),
  badge: ({ sheet, scale, rect }) =>
    sheet.canvas.fillCircle(rect.left, rect.top, Math.max(2, Math.round(4 * scale)), 0xffba1a1a),
  line: ({ sheet, rect: { left, top, right } }) => sheet.canvas.fillRect(rectOf(left, top, right, top + 1), 0xff3f5aa9),
  "alpha alone": ({ sheet, random, rect }) =>
    eachPixel(sheet, rect, (at) => {
      sheet.surface.bytes[at + 3] = random(256);
    }),
};

function eachPixel(sheet: Sheet, { left, top, right, bottom }: Rect, visit: (at: number) => void): void {
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) visit((y * sheet.surface.width + x) * 4);
  }
}

/** A random area of the picture, from one pixel to some rows of a list. */
export function somewhere({ surface }: Sheet, random: Random, scale: number): Rect {
  const left = random(surface.width);
  const top = random(surface.height);
  const [most, tall] = [Math.round(80 * scale), Math.round(40 * scale)];
  const right = Math.min(surface.width, left + 1 + random(most));
  return rectOf(left, top, right, Math.min(surface.height, top + 1 + random(tall)));
}
