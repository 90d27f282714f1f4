import type { Frame } from "../../src/screen/frame.js";
import { sha256Of } from "../../src/vision/image.js";

/** A square of one colour. */
export interface Blob {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly colour: readonly [number, number, number];
}

export const RED = [250, 20, 10] as const;
export const GREEN = [20, 250, 10] as const;

/** A dark picture with squares on it. */
export function blobFrame(width: number, height: number, blobs: readonly Blob[]): Frame {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([20, 20, 40, 255], at);
  for (const { left, top, size, colour } of blobs) {
    for (let y = top; y < Math.min(height, top + size); y += 1) {
      for (let x = left; x < Math.min(width, left + size); x += 1) rgba.set(colour, (y * width + x) * 4);
    }
  }
  return { width, height, rgba, format: "rgba", sha256: sha256Of(rgba), takenAt: 0 };
}
