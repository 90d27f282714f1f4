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

/** Status and navigation bars, which stay visible around a blanked window, are within this share of each side. */
const EDGE = 0.12;

/**
 * True if every pixel but those along the edges is black, whatever its alpha: a screen that is off, a secure window
 * (from Android 12 on the bars around it are still drawn), protected video.
 */
export function isBlack({ rgba, width, height }: Pick<Frame, "rgba" | "width" | "height">): boolean {
  const [left, top] = [Math.floor(width * EDGE), Math.floor(height * EDGE)];
  for (let y = top; y < height - top; y++) {
    const end = (y * width + width - left) * 4;
    for (let at = (y * width + left) * 4; at < end; at += 4) {
      if (rgba[at] !== 0 || rgba[at + 1] !== 0 || rgba[at + 2] !== 0) return false;
    }
  }
  return true;
}
