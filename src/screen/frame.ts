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

/** True if every pixel is black, whatever its alpha: a screen that is off, a secure window, protected video. */
export function isBlack({ rgba }: Pick<Frame, "rgba">): boolean {
  for (let at = 0; at + 4 <= rgba.length; at += 4) {
    if (rgba[at] !== 0 || rgba[at + 1] !== 0 || rgba[at + 2] !== 0) return false;
  }
  return true;
}
