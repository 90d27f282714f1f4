import type { Size } from "../base/geometry.js";

/** The size limits for a screenshot that is read. */
export interface PictureBounds {
  readonly longestSide: number;
  readonly pixels: number;
  /** The screen from which the limits are derived, as the window manager last reported it; null if unknown. */
  readonly screen: Size | null;
}

/** The limits if the screen is unknown: 160 MiB in memory, more than any display of 2026. */
const ANY: PictureBounds = { longestSide: 16_384, pixels: 40 * 1024 * 1024, screen: null };

/** A television's screenshots have twice the width and height that its window manager reports. */
const TIMES = 2;

/** The size limits for a screenshot of this screen, even if its data claims to be larger. */
export function pictureBounds(screen: Size | null): PictureBounds {
  if (!screen) return ANY;
  const { width, height } = screen;
  return {
    longestSide: Math.min(ANY.longestSide, TIMES * Math.max(width, height)),
    pixels: Math.min(ANY.pixels, TIMES * TIMES * width * height),
    screen,
  };
}
