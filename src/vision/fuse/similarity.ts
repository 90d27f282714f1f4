import { area, height, intersect, type Rect, width } from "../../base/geometry.js";

/** The number of pixels in both boxes. */
export function overlap(a: Rect, b: Rect): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** The common pixels divided by all pixels of both, 0–1. */
export function iou(a: Rect, b: Rect): number {
  const common = overlap(a, b);
  return common === 0 ? 0 : common / (area(a) + area(b) - common);
}

/** The share of a box that lies in another box, 0–1. */
export function shareInside(inner: Rect, outer: Rect): number {
  const own = area(inner);
  return own === 0 ? 0 : overlap(inner, outer) / own;
}

/**
 * The likelihood that two boxes are of one element, 0–1: common pixels divided by all pixels, or divided by the smaller
 * box if the sizes are similar. Common pixels by all pixels alone would not match a label with the button around it. A
 * small box in the exact centre of another one is its image: an icon in its touch target of 48 dp.
 */
export function boxSimilarity(box: Rect, seen: Rect): number {
  const common = overlap(box, seen);
  if (common === 0 || !(isCentreIn(box, seen) || isCentreIn(seen, box))) return 0;
  const sizes = [area(box), area(seen)] as const;
  const smaller = Math.min(...sizes);
  const ratio = smaller / Math.max(...sizes);
  const inSmaller = common / smaller;
  const bySize = Math.min(1, Math.max(0, (ratio - LEAST_RATIO) / (FULL_RATIO - LEAST_RATIO)));
  const centred = inSmaller >= 0.9 && ratio >= LEAST_CENTRED && isCentred(box, seen) ? 0.5 + ratio / 4 : 0;
  return Math.max(common / (sizes[0] + sizes[1] - common), (bySize * inSmaller * (1 + ratio)) / 2, centred);
}

const LEAST_RATIO = 0.15;
const FULL_RATIO = 0.5;
const LEAST_CENTRED = 0.08;
const OFF_CENTRE = 0.08;

function isCentreIn(a: Rect, b: Rect): boolean {
  const x = (a.left + a.right) / 2;
  const y = (a.top + a.bottom) / 2;
  return x >= b.left && x < b.right && y >= b.top && y < b.bottom;
}

function isCentred(a: Rect, b: Rect): boolean {
  const wide = Math.max(width(a), width(b));
  const high = Math.max(height(a), height(b));
  const offX = Math.abs(a.left + a.right - b.left - b.right) / 2;
  const offY = Math.abs(a.top + a.bottom - b.top - b.bottom) / 2;
  return offX <= wide * OFF_CENTRE && offY <= high * OFF_CENTRE;
}

/** The part of a box that is on a screen of this size. */
export function onScreen(box: Rect, screen: { readonly width: number; readonly height: number }): Rect {
  return intersect(box, { left: 0, top: 0, right: screen.width, bottom: screen.height });
}
