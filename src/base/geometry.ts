/** A point in device pixels of the current rotation; x grows to the right, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * A rectangle in device pixels of the current rotation; `right` and `bottom` are outside of it, as in Android's Rect.
 */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function rectOf(left: number, top: number, right: number, bottom: number): Rect {
  return { left, top, right, bottom };
}

export function width(rect: Rect): number {
  return rect.right - rect.left;
}

export function height(rect: Rect): number {
  return rect.bottom - rect.top;
}

/** True if the rectangle contains no pixel (also for left > right, which Android prints for unset rects). */
export function isEmpty(rect: Rect): boolean {
  return rect.right <= rect.left || rect.bottom <= rect.top;
}

/** Pixels inside; 0 for an empty rectangle. */
export function area(rect: Rect): number {
  return isEmpty(rect) ? 0 : width(rect) * height(rect);
}

/** The centre, rounded down to a pixel that is inside a non-empty rectangle. */
export function center(rect: Rect): Point {
  return { x: Math.floor((rect.left + rect.right) / 2), y: Math.floor((rect.top + rect.bottom) / 2) };
}

/** The common part; may be empty (test with isEmpty). */
export function intersect(a: Rect, b: Rect): Rect {
  return rectOf(
    Math.max(a.left, b.left),
    Math.max(a.top, b.top),
    Math.min(a.right, b.right),
    Math.min(a.bottom, b.bottom),
  );
}

export function union(a: Rect, b: Rect): Rect {
  return rectOf(
    Math.min(a.left, b.left),
    Math.min(a.top, b.top),
    Math.max(a.right, b.right),
    Math.max(a.bottom, b.bottom),
  );
}

export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom
  );
}

/** Whether both have the same four edges. */
export function isSameRect(one: Rect, other: Rect): boolean {
  return one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom;
}

export function containsPoint(rect: Rect, point: Point): boolean {
  return point.x >= rect.left && point.x < rect.right && point.y >= rect.top && point.y < rect.bottom;
}

/** Whether the two share more than half of the height of the smaller one. */
export function areInLine(one: Rect, other: Rect): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared * 2 > Math.min(one.bottom - one.top, other.bottom - other.top);
}
