import { intersect, isEmpty, type Point, type Rect, rectOf } from "../base/geometry.js";
import type { Frame } from "../screen/frame.js";
import { dropCut } from "./drop-cut.js";

/** The side of an icon classifier's input, in pixels. */
export const ICON_SIDE = 32;
/** The margin around the drawing in the crop: the longer side of the drawing takes the rest. */
const MARGIN = 2;
/**
 * By which share of its longer side a box is enlarged. A tight box needs it to show its background; a neighbour may
 * begin in it.
 */
const GROWN = 0.04;
/** Two colours are the same if no channel differs by more than this, even after compression or blending. */
const SAME_COLOR = 20;
/** A border or ring has one colour if at least this share of its pixels has it. */
const MOST = 0.8;
/** The same for the inner ring of a plate, which the drawing may cross. */
const INNER_MOST = 0.6;
/** With less contrast than this, a part shows nothing. */
const LEAST_CONTRAST = 20;
/**
 * Pixels with at least this share of the contrast are drawn; rows and columns with less drawn coverage than
 * `LEAST_COVERAGE` are noise.
 */
const COVERED = 0.35;
const LEAST_COVERAGE = 0.9;
/**
 * The sizes of two ellipses, as shares of a box: a plate that fills the box has one colour along both. No outline is
 * this thick.
 */
const PLATE_RINGS = [0.9, 0.66] as const;
const STEPS_ROUND = 48;
/** The share of a plate that is certainly within its edge. */
const WITHIN_PLATE = 0.84;
/** The square of the reach of a drawing from the centre of its plate, relative to half of the plate's sides. */
const ROUND = 1.08 ** 2;
/** Plates are as wide as high and have four similar corners; filled icons rarely do. */
const LONGEST_PLATE = 1.12;
const CORNER = 0.18;
const CORNERS_APART = 0.25;

type Picture = Pick<Frame, "width" | "height" | "rgba">;
type Color = readonly [number, number, number];

/**
 * The drawing within a box of a screenshot in the form of the icon classifier's input: `ICON_SIDE`² values, row by row,
 * each the distance 0–1 of a pixel from the colour of its background. Dark on bright and bright on dark give the same
 * result; an icon alone, on a disc, and in a larger box also give the same result. All 0 if nothing is drawn.
 */
export function iconCrop(frame: Picture, bounds: Rect): Float32Array {
  const part = intersect(grown(bounds), rectOf(0, 0, frame.width, frame.height));
  const crop = new Float32Array(ICON_SIDE * ICON_SIDE);
  if (isEmpty(part)) return crop;
  const drawing = drawingIn(frame, part);
  if (drawing) sample(drawing, crop);
  return crop;
}

function grown({ left, top, right, bottom }: Rect): Rect {
  const by = Math.max(1, Math.round(GROWN * Math.max(right - left, bottom - top)));
  return rectOf(Math.floor(left) - by, Math.floor(top) - by, Math.ceil(right) + by, Math.ceil(bottom) + by);
}

/** The share of the contrast for each pixel of a part of the screenshot, and the box of the drawn pixels. */
interface Drawing {
  readonly shares: Float32Array;
  readonly width: number;
  readonly box: Rect;
  readonly contrast: number;
}

/** The drawing on its background. If that drawing is a plate, the drawing on the plate, unless the plate is blank. */
function drawingIn(frame: Picture, part: Rect): Drawing | null {
  const background = backgroundOf(frame, part);
  const first = drawingOn(frame, part, background);
  if (!first) return null;
  if (!isPlateShaped(first)) return first;
  const { left, top, right, bottom } = first.box;
  const box = rectOf(part.left + left, part.top + top, part.left + right, part.top + bottom);
  const plate = plateIn(frame, box);
  if (!plate || apart(plate, at(background, center(box))) < first.contrast / 3) return first;
  return drawingOn(frame, shrunk(box, WITHIN_PLATE), plate, true) ?? first;
}

/** The background's colour: the same everywhere, or by place. */
type Background = Color | ((x: number, y: number) => Color);

function at(background: Background, { x, y }: Point): Color {
  return typeof background === "function" ? background(x, y) : background;
}

/** One colour if most of the border has it; else colours interpolated between the corners, as in a gradient. */
function backgroundOf(frame: Picture, part: Rect): Background {
  const border = borderOf(frame, part);
  const { color, share } = commonest(border);
  if (share >= 0.5) return color;
  const [right, bottom] = [part.right - 1, part.bottom - 1];
  const upperLeft = colorAt(frame, part.left, part.top);
  const upperRight = colorAt(frame, right, part.top);
  const lowerLeft = colorAt(frame, part.left, bottom);
  const lowerRight = colorAt(frame, right, bottom);
  const [wide, high] = [Math.max(1, right - part.left), Math.max(1, bottom - part.top)];
  return (x, y) => {
    const [across, along] = [(x - part.left) / wide, (y - part.top) / high];
    return mixed(mixed(upperLeft, upperRight, across), mixed(lowerLeft, lowerRight, across), along);
  };
}

function borderOf(frame: Picture, { left, top, right, bottom }: Rect): readonly Color[] {
  const colors: Color[] = [];
  for (let x = left; x < right; x += 1) colors.push(colorAt(frame, x, top), colorAt(frame, x, bottom - 1));
  for (let y = top; y < bottom; y += 1) colors.push(colorAt(frame, left, y), colorAt(frame, right - 1, y));
  return colors;
}

/** The mean of the largest group of similar colours, and its share of all colours. */
function commonest(colors: readonly Color[]): { readonly color: Color; readonly share: number } {
  const groups = new Map<number, number>();
  let [best, most] = [colors[0] ?? BLACK, 0];
  for (const color of colors) {
    const key = ((color[0] >> 3) << 10) | ((color[1] >> 3) << 5) | (color[2] >> 3);
    const count = (groups.get(key) ?? 0) + 1;
    groups.set(key, count);
    if (count > most) [best, most] = [color, count];
  }
  const alike = colors.filter((color) => apart(color, best) <= SAME_COLOR);
  const mean = (channel: 0 | 1 | 2) => Math.round(alike.reduce((sum, color) => sum + color[channel], 0) / alike.length);
  return { color: [mean(0), mean(1), mean(2)], share: alike.length / colors.length };
}

function isPlateShaped({ shares, width, box }: Drawing): boolean {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  if (Math.max(wide, high) > LONGEST_PLATE * Math.min(wide, high)) return false;
  const size = Math.max(1, Math.round(CORNER * wide));
  const cornerAt = (left: number, top: number) => {
    let sum = 0;
    for (let y = top; y < top + size; y += 1)
      for (let x = left; x < left + size; x += 1) sum += shares[y * width + x] ?? 0;
    return sum / size ** 2;
  };
  const [right, bottom] = [box.right - size, box.bottom - size];
  const corners = [cornerAt(box.left, box.top), cornerAt(right, box.top), cornerAt(box.left, bottom)];
  const all = [...corners, cornerAt(right, bottom)];
  return Math.max(...all) - Math.min(...all) <= CORNERS_APART;
}

/**
 * The colour of a plate: nearly all pixels of an ellipse near the edge of a box, and most of a second one further
 * inside, have it. Null if there is none.
 */
function plateIn(frame: Picture, box: Rect): Color | null {
  const [outer, inner] = PLATE_RINGS.map((ring) => commonest(ringOf(frame, box, ring)));
  if (!outer || !inner || outer.share < MOST || inner.share < INNER_MOST) return null;
  return apart(outer.color, inner.color) <= SAME_COLOR ? outer.color : null;
}

function ringOf(frame: Picture, { left, top, right, bottom }: Rect, ring: number): readonly Color[] {
  return Array.from({ length: STEPS_ROUND }, (_, step) => {
    const angle = (step * 2 * Math.PI) / STEPS_ROUND;
    const x = Math.floor((left + right) / 2 + ((right - left) / 2) * ring * Math.cos(angle));
    const y = Math.floor((top + bottom) / 2 + ((bottom - top) / 2) * ring * Math.sin(angle));
    return colorAt(frame, Math.min(right - 1, x), Math.min(bottom - 1, y));
  });
}

/**
 * The drawing in a part of the screenshot; null if nothing stands out. With `isRound`, only the ellipse in the part is
 * read.
 */
function drawingOn(frame: Picture, part: Rect, background: Background, isRound = false): Drawing | null {
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  if (width <= 0 || height <= 0) return null;
  const { far, counts } = distancesFrom(frame, part, background);
  if (isRound) leaveOutCorners(far, counts, width);
  const contrast = contrastOf(counts, far.length);
  if (contrast < LEAST_CONTRAST) return null;
  const shares = new Float32Array(far.length);
  for (let at = 0; at < far.length; at += 1) {
    const value = far[at] ?? 0;
    if (value > 0) shares[at] = value < contrast ? value / contrast : 1;
  }
  if (!isRound) dropCut(shares, width, COVERED);
  const box = drawnBox(shares, width, height);
  return isEmpty(box) ? null : { shares, width, box, contrast };
}

/**
 * The distance of each pixel from the background, 0–255, and the number at each distance. Most pixels are background.
 */
function distancesFrom({ rgba, width: stride }: Picture, part: Rect, background: Background) {
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const far = new Uint8Array(width * height);
  const counts = new Uint32Array(256);
  const isPlain = typeof background !== "function";
  let [red, green, blue] = isPlain ? background : BLACK;
  for (let y = 0; y < height; y += 1) {
    let from = ((part.top + y) * stride + part.left) * 4;
    for (let x = 0; x < width; x += 1, from += 4) {
      if (!isPlain) [red, green, blue] = background(part.left + x, part.top + y);
      const dr = (rgba[from] ?? 0) - red;
      const dg = (rgba[from + 1] ?? 0) - green;
      const db = (rgba[from + 2] ?? 0) - blue;
      if (dr === 0 && dg === 0 && db === 0) continue;
      const distance = Math.round(Math.max(Math.abs(dr), Math.abs(dg), Math.abs(db)));
      far[y * width + x] = distance;
      counts[distance] = (counts[distance] ?? 0) + 1;
    }
  }
  return { far, counts };
}

function leaveOutCorners(far: Uint8Array, counts: Uint32Array, width: number): void {
  const height = far.length / width;
  for (let at = 0; at < far.length; at += 1) {
    const distance = far[at] ?? 0;
    const [across, along] = [(2 * (at % width) + 1) / width - 1, (2 * Math.floor(at / width) + 1) / height - 1];
    if (distance === 0 || across * across + along * along <= ROUND) continue;
    far[at] = 0;
    counts[distance] = (counts[distance] ?? 0) - 1;
  }
}

/** The distance that at least a few pixels reach: a single pixel may be noise. */
function contrastOf(counts: Uint32Array, pixels: number): number {
  let left = Math.max(2, pixels / 200);
  for (let far = 255; far > 0; far -= 1) {
    left -= counts[far] ?? 0;
    if (left <= 0) return far;
  }
  return 0;
}

function drawnBox(shares: Float32Array, width: number, height: number): Rect {
  const [columns, rows] = [new Float32Array(width), new Float32Array(height)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const share = shares[y * width + x] ?? 0;
      if (share < COVERED) continue;
      columns[x] = (columns[x] ?? 0) + share;
      rows[y] = (rows[y] ?? 0) + share;
    }
  }
  const isDrawn = (sum: number) => sum >= LEAST_COVERAGE;
  const [left, top] = [columns.findIndex(isDrawn), rows.findIndex(isDrawn)];
  if (left < 0 || top < 0) return rectOf(0, 0, 0, 0);
  return rectOf(left, top, columns.findLastIndex(isDrawn) + 1, rows.findLastIndex(isDrawn) + 1);
}

/**
 * Scales the square around the drawing into the crop; each value is the mean of the area under it. Sums columns first,
 * then rows.
 */
function sample({ shares, width, box }: Drawing, crop: Float32Array): void {
  const side = Math.max(box.right - box.left, box.bottom - box.top);
  const step = side / (ICON_SIDE - 2 * MARGIN);
  const left = (box.left + box.right - step * ICON_SIDE) / 2;
  const top = (box.top + box.bottom - step * ICON_SIDE) / 2;
  const spans = Array.from({ length: ICON_SIDE }, (_, at) => spanOf(left + at * step, step, box.left, box.right));
  const row = new Float32Array(ICON_SIDE);
  for (let y = box.top; y < box.bottom; y += 1) {
    for (const [column, { first, last, from, to }] of spans.entries()) {
      let sum = 0;
      for (let x = first; x <= last; x += 1)
        sum += (shares[y * width + x] ?? 0) * (Math.min(to, x + 1) - Math.max(from, x));
      row[column] = sum;
    }
    addRow(crop, row, (y - top) / step, (y + 1 - top) / step);
  }
  for (let at = 0; at < crop.length; at += 1) crop[at] = Math.min(1, (crop[at] ?? 0) / step);
}

/** The pixels `first` to `last` under one value, and the ends of their span within the limits. */
function spanOf(start: number, step: number, least: number, end: number) {
  const [from, to] = [Math.max(least, start), Math.min(end, start + step)];
  return { first: Math.floor(from), last: from < to ? Math.ceil(to) - 1 : -1, from, to };
}

/** Adds a row of pixels to the rows of the crop that it covers, which are `from` to `to`. */
function addRow(crop: Float32Array, row: Float32Array, from: number, to: number): void {
  for (let line = Math.max(0, Math.floor(from)); line < Math.min(ICON_SIDE, to); line += 1) {
    const part = Math.min(to, line + 1) - Math.max(from, line);
    for (let column = 0; column < ICON_SIDE; column += 1) {
      const at = line * ICON_SIDE + column;
      crop[at] = (crop[at] ?? 0) + (row[column] ?? 0) * part;
    }
  }
}

const BLACK: Color = [0, 0, 0];

function colorAt({ rgba, width }: Picture, x: number, y: number): Color {
  const at = (y * width + x) * 4;
  return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
}

function apart(one: Color, other: Color): number {
  return Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(one[2] - other[2]));
}

function mixed(one: Color, other: Color, share: number): Color {
  const at = (channel: 0 | 1 | 2) => one[channel] + (other[channel] - one[channel]) * share;
  return [at(0), at(1), at(2)];
}

function center({ left, top, right, bottom }: Rect): Point {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function shrunk({ left, top, right, bottom }: Rect, by: number): Rect {
  const [x, y] = [((right - left) / 2) * (1 - by), ((bottom - top) / 2) * (1 - by)];
  return rectOf(Math.round(left + x), Math.round(top + y), Math.round(right - x), Math.round(bottom - y));
}
