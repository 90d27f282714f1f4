import { intersect, isEmpty, type Rect, rectOf, type Size } from "../../base/geometry.js";
import { MODEL_IMAGE_LIMITS, type ModelImageLimits } from "../image.js";

/** The part of a frame that is shown, and its size in the image. */
export interface PictureView {
  /** The part in frame pixels. */
  readonly part: Rect;
  /** The same part in the elements' pixels. */
  readonly shown: Rect;
  /** The size of the image. */
  readonly size: Size;
  /** Converts the elements' pixels to whole pixels of the image; non-empty bounds become at least one pixel. */
  readonly toPicture: (bounds: Rect) => Rect;
}

/** Smaller images than this are enlarged, so that labels do not cover them. */
const LEAST_SIDE = 1_000;

export function viewOf(
  frame: Size,
  options: { readonly part?: Rect; readonly screen?: Size | null; readonly limits?: ModelImageLimits },
): PictureView {
  const { screen, limits = MODEL_IMAGE_LIMITS } = options;
  const whole = rectOf(0, 0, frame.width, frame.height);
  const wanted = options.part ? intersect(options.part, whole) : whole;
  const part = isEmpty(wanted) ? whole : wanted;
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const scale = scaleOf(Math.max(width, height), limits.longestSide);
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const perScreen = {
    x: frame.width / (screen?.width ?? frame.width),
    y: frame.height / (screen?.height ?? frame.height),
  };
  const shown = rectOf(
    part.left / perScreen.x,
    part.top / perScreen.y,
    part.right / perScreen.x,
    part.bottom / perScreen.y,
  );
  const [x, y] = [(perScreen.x * size.width) / width, (perScreen.y * size.height) / height];
  const toPicture = (bounds: Rect): Rect => {
    const [left, top] = [Math.round((bounds.left - shown.left) * x), Math.round((bounds.top - shown.top) * y)];
    const [right, bottom] = [Math.round((bounds.right - shown.left) * x), Math.round((bounds.bottom - shown.top) * y)];
    const isNothing = isEmpty(bounds);
    return rectOf(left, top, isNothing ? left : Math.max(right, left + 1), isNothing ? top : Math.max(bottom, top + 1));
  };
  return { part, shown, size, toPicture };
}

function scaleOf(side: number, longestSide: number): number {
  if (side > longestSide) return longestSide / side;
  return Math.min(longestSide / side, Math.max(1, Math.ceil(LEAST_SIDE / side)));
}
