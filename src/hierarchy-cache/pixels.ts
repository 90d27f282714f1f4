import { type Rect, rectOf } from "../base/geometry.js";
import type { Frame } from "../screen/frame.js";

/** A picture of the screen. */
export type Pixels = Pick<Frame, "width" | "height" | "rgba">;

/** The colour of a little-endian word of RGBA: alpha says nothing on a screen, and some devices send what they like. */
export const RGB = 0x00ffffff;
export const OPAQUE = 0xff000000;

/** One word per pixel, row by row; a copy only where the bytes do not lie on a word's edge. */
export function pixelWords({ width, height, rgba }: Pixels): Uint32Array {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : Uint8Array.from(rgba);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
}

/** The same picture with its words in place, for one that is compared again and again. */
export function aligned({ width, height, rgba }: Pixels): Pixels {
  return { width, height, rgba: rgba.byteOffset % 4 === 0 ? rgba : Uint8Array.from(rgba) };
}

export function wholeOf({ width, height }: Pick<Pixels, "width" | "height">): Rect {
  return rectOf(0, 0, width, height);
}
