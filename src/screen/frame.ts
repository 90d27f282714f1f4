import { intersect, type Rect, rectOf } from "../base/geometry.js";

/** Pixels of the screen in device pixels of the current rotation: RGBA, four bytes each, rows tightly packed. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  /** How the device sent it. */
  readonly format: "rgba" | "png";
  /** Hex SHA-256 of `rgba`. */
  readonly sha256: string;
  /** performance.now() of this process when its last byte had arrived. */
  readonly takenAt: number;
}

/** True if every pixel is black, whatever its alpha: a screen that is off, protected video. */
export function isBlack({ width, height, rgba }: Pick<Frame, "width" | "height" | "rgba">): boolean {
  return isBlackWithin({ width, height, rgba }, rectOf(0, 0, width, height));
}

/** As {@link isBlack}, for a part of the frame; false for a part without pixels. */
export function isBlackWithin(frame: Pick<Frame, "width" | "height" | "rgba">, part: Rect): boolean {
  const { left, top, right, bottom } = intersect(part, rectOf(0, 0, frame.width, frame.height));
  if (left >= right || top >= bottom) return false;
  for (let y = top; y < bottom; y += 1) {
    const end = (y * frame.width + right) * 4;
    for (let at = (y * frame.width + left) * 4; at < end; at += 4) {
      if (frame.rgba[at] !== 0 || frame.rgba[at + 1] !== 0 || frame.rgba[at + 2] !== 0) return false;
    }
  }
  return true;
}
