import type { Outline } from "./path.js";

/**
 * How much of each pixel a shape covers, 0–255, in a box with its corner at (left, top) relative to the shape's origin.
 */
export interface Mask {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly coverage: Uint8Array;
}

const EMPTY: Mask = { left: 0, top: 0, width: 0, height: 0, coverage: new Uint8Array(0) };

/**
 * Rasterises an outline by exact area coverage: every edge adds its signed area to the pixels that it crosses, and a
 * running sum over each row gives the coverage. Overlaps of contours with the same direction count once.
 */
export function rasterize(outline: Outline): Mask {
  const bounds = boundsOf(outline);
  if (!bounds) return EMPTY;
  const { left, top, width, height } = bounds;
  const stride = width + 2;
  const sums = new Float64Array(stride * height + 2);
  for (const contour of outline) addContour({ sums, stride, height }, contour, left, top);
  return { left, top, width, height, coverage: coverageOf(sums, stride, width, height) };
}

function boundsOf(outline: Outline): { left: number; top: number; width: number; height: number } | undefined {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const contour of outline) {
    for (let i = 0; i + 1 < contour.length; i += 2) {
      const [x, y] = [contour[i] ?? 0, contour[i + 1] ?? 0];
      minX = Math.min(minX, x);
      maxX = Math.max(maxX, x);
      minY = Math.min(minY, y);
      maxY = Math.max(maxY, y);
    }
  }
  if (!(maxX > minX && maxY > minY)) return undefined;
  const [left, top] = [Math.floor(minX), Math.floor(minY)];
  return { left, top, width: Math.ceil(maxX) - left, height: Math.ceil(maxY) - top };
}

interface Accumulator {
  readonly sums: Float64Array;
  readonly stride: number;
  readonly height: number;
}

function addContour(target: Accumulator, contour: readonly number[], left: number, top: number): void {
  const count = contour.length;
  let x0 = (contour[count - 2] ?? 0) - left;
  let y0 = (contour[count - 1] ?? 0) - top;
  for (let i = 0; i + 1 < count; i += 2) {
    const x1 = (contour[i] ?? 0) - left;
    const y1 = (contour[i + 1] ?? 0) - top;
    if (y0 < y1) addEdge(target, [x0, y0, x1, y1], 1);
    else if (y1 < y0) addEdge(target, [x1, y1, x0, y0], -1);
    x0 = x1;
    y0 = y1;
  }
}

/** Adds one edge that goes down from (x0, y0) to (x1, y1). */
function addEdge(target: Accumulator, edge: readonly [number, number, number, number], direction: number): void {
  const [x0, y0, x1, y1] = edge;
  // An edge this flat changes the coverage by less than 1/255, and its slope would overflow.
  if (y1 - y0 < 1e-9) return;
  const [least, most] = [Math.min(x0, x1), Math.max(x0, x1)];
  const slope = (x1 - x0) / (y1 - y0);
  let x = x0;
  const lastRow = Math.min(target.height, Math.ceil(y1));
  for (let row = Math.floor(y0); row < lastRow; row += 1) {
    const rise = Math.min(row + 1, y1) - Math.max(row, y0);
    const next = Math.max(least, Math.min(most, x + slope * rise));
    addSpan(target.sums, row * target.stride, [Math.min(x, next), Math.max(x, next)], rise * direction);
    x = next;
  }
}

/**
 * Distributes `area` over the pixels between x0 and x1 of one row, by the area to the right of the edge in each pixel.
 */
function addSpan(sums: Float64Array, start: number, span: readonly [number, number], area: number): void {
  const [x0, x1] = span;
  const first = Math.floor(x0);
  const end = Math.ceil(x1);
  if (end <= first + 1) {
    const middle = (x0 + x1) / 2 - first;
    add(sums, start + first, area * (1 - middle));
    add(sums, start + first + 1, area * middle);
    return;
  }
  const perPixel = 1 / (x1 - x0);
  const head = 1 - (x0 - first);
  const tail = x1 - (end - 1);
  let done = 0;
  for (let pixel = first; pixel < end; pixel += 1) {
    const share = sharesOf(pixel, { first, end, perPixel, head, tail });
    add(sums, start + pixel, area * (share - done));
    done = share;
  }
  add(sums, start + end, area * (1 - done));
}

/** The part of `pixel` to the right of a slanted edge within one row, measured from the left end of the span. */
function sharesOf(
  pixel: number,
  s: { first: number; end: number; perPixel: number; head: number; tail: number },
): number {
  if (pixel === s.first) return 0.5 * s.perPixel * s.head * s.head;
  if (pixel === s.end - 1) return 1 - 0.5 * s.perPixel * s.tail * s.tail;
  return s.perPixel * (s.head + (pixel - s.first) - 0.5);
}

function add(sums: Float64Array, index: number, value: number): void {
  sums[index] = (sums[index] ?? 0) + value;
}

function coverageOf(sums: Float64Array, stride: number, width: number, height: number): Uint8Array {
  const coverage = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += sums[row * stride + column] ?? 0;
      const share = Math.min(1, Math.abs(sum));
      coverage[row * width + column] = Math.floor(share * 255 + 0.5);
    }
  }
  return coverage;
}
