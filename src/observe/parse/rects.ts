import { isEmpty, type Rect, rectOf, type Size } from "../../base/geometry.js";

/** `[l,t][r,b]`: Rect.toShortString. Four capture groups. */
export const SHORT_RECT = String.raw`\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]`;
/** `Rect(l, t - r, b)`: Rect.toString. Four capture groups. */
export const LONG_RECT = String.raw`Rect\((-?\d+), (-?\d+) - (-?\d+), (-?\d+)\)`;

/** A rectangle from four consecutive capture groups, the first at `at`; undefined if one is missing. */
export function rectFrom(found: readonly (string | undefined)[], at: number): Rect | undefined {
  const values = found.slice(at, at + 4).map((digits) => (digits === undefined ? Number.NaN : Number(digits)));
  const [left, top, right, bottom] = values;
  if (values.length < 4 || values.some((value) => !Number.isFinite(value))) return undefined;
  return rectOf(left ?? 0, top ?? 0, right ?? 0, bottom ?? 0);
}

const ANY_RECT = new RegExp(`${SHORT_RECT}|${LONG_RECT}`);

/** The first rectangle in the text, in either format. */
export function findRect(text: string): Rect | undefined {
  const found = ANY_RECT.exec(text);
  if (!found) return undefined;
  return rectFrom(found, 1) ?? rectFrom(found, 5);
}

/**
 * Whether an edge of the rectangle is unset, so the rectangle is not a place on the screen. Android prints unset edges
 * as ±2147483647/8 (10–12), ±100000 (13+) or ±10000 (wallpapers).
 */
export function hasSentinel(rect: Rect): boolean {
  return [rect.left, rect.top, rect.right, rect.bottom].some((value) => SENTINELS.has(Math.abs(value)));
}

const SENTINELS = new Set([10_000, 100_000, 2_147_483_647, 2_147_483_648]);

/** Width and height of a rectangle that starts at the origin; undefined for any other. */
export function sizeAtOrigin(rect: Rect | undefined): Size | undefined {
  if (rect?.left !== 0 || rect.top !== 0 || isEmpty(rect) || hasSentinel(rect)) return undefined;
  return { width: rect.right, height: rect.bottom };
}
