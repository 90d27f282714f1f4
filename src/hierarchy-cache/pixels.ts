import { type Rect, rectOf } from "../base/geometry.js";
import type { Frame } from "../screen/frame.js";

/** A screenshot of the screen. */
export type Pixels = Pick<Frame, "width" | "height" | "rgba">;

/**
 * The colour bits of a little-endian word of RGBA. Alpha has no meaning for a screen, and some devices send any value.
 */
export const RGB = 0x00ffffff;
export const OPAQUE = 0xff000000;

/** One word per pixel, row by row; a copy only if the bytes are not aligned to words. */
export function pixelWords({ width, height, rgba }: Pixels): Uint32Array {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : Uint8Array.from(rgba);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
}

/** The same screenshot with aligned bytes, for one that is compared many times. */
export function aligned({ width, height, rgba }: Pixels): Pixels {
  return { width, height, rgba: rgba.byteOffset % 4 === 0 ? rgba : Uint8Array.from(rgba) };
}

export function wholeOf({ width, height }: Pick<Pixels, "width" | "height">): Rect {
  return rectOf(0, 0, width, height);
}
