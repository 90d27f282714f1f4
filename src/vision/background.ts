/**
 * A part of a screen. `bytes` has red, green, blue and an unused byte for each pixel; `words` has the same as
 * little-endian words.
 */
export interface Crop {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
}

/** The bits of a word that are its colour. */
const RGB = 0x00ffffff;

/** An image on a background of one colour. */
export interface Drawn {
  /**
   * How much of each pixel is drawn, 0–1, row by row: its distance from the background's colour, divided by the largest
   * distance.
   */
  readonly coverage: Float32Array;
  readonly width: number;
  /** The box of the drawn pixels. */
  readonly box: Box;
  /** Whether it is darker than its background. */
  readonly isDark: boolean;
  /** Whether it is drawn on a plate that lies on the background. */
  readonly isOnPlate: boolean;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The edges at which the scroll container around it, or the screen, may have cut it off. */
export type CutEdges = Readonly<Record<keyof Box, boolean>>;

type Color = readonly [number, number, number];

/** The channels of one colour differ by at most this, even after compression or blending. */
const SAME_COLOR = 16;
/** A smaller distance from the background is noise: in units of a channel, and as a share of the contrast. */
const NOISE = 3;
const FAINT = 0.05;
/** With less contrast than this, a crop shows nothing. */
const LEAST_CONTRAST = 24;
/** An image leaves this share of its box free on each side, unless it is cut off. */
const FREE_EDGE = 1 / 6;
/**
 * The sizes of two ellipses in a box, as shares of the box. A plate that fills the box has one colour along both,
 * whether it is a disc or a rectangle.
 */
const OUTER_RINGS = [0.92, 0.82] as const;
/** The same for a plate inside a box; no outline is this thick. */
const INNER_RINGS = [0.9, 0.65] as const;
const STEPS_ROUND = 48;
/** A longer shape, relative to its width, is a bar and not a plate. */
const LONGEST_PLATE = 2.5;

/**
 * Separates the image from its background. The background is the colour on an ellipse inside the crop's edges, which
 * finds the plate of a round button whatever is around it; else the colour of the crop's corners. If the image lies on
 * a plate of one colour within that, the plate is the background. `no background` for photos and the like.
 */
export function drawnOn(crop: Crop, cut: CutEdges): Drawn | "flat" | "cut off" | "no background" {
  const whole = { left: 0, top: 0, right: crop.width, bottom: crop.height };
  const isCut = cut.left || cut.top || cut.right || cut.bottom;
  const around = isCut ? null : ringColor(crop, whole, OUTER_RINGS);
  const background = around ?? cornerColor(crop);
  if (!background) return "no background";
  const first = coverageOn(crop, background, around ? shrunk(whole, 0.87) : whole, around !== null);
  if (!first) return "flat";
  if (isCut && reachesEdge(first.box, crop, cut)) return "cut off";
  const plate = plateIn(crop, first.box);
  if (!plate || distance(plate, background) < first.contrast / 2) return drawnOf(crop, background, first, false);
  const onPlate = coverageOn(crop, plate, shrunk(first.box, 0.82), true);
  return onPlate ? drawnOf(crop, plate, onPlate, true) : "flat";
}

function plateIn(crop: Crop, box: Box): Color | null {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const isBar = Math.max(width, height) > LONGEST_PLATE * Math.min(width, height);
  return isBar ? null : ringColor(crop, box, INNER_RINGS);
}

function reachesEdge(box: Box, { width, height }: Crop, cut: CutEdges): boolean {
  const [x, y] = [width * FREE_EDGE, height * FREE_EDGE];
  const left = cut.left && box.left < x;
  const top = cut.top && box.top < y;
  return left || top || (cut.right && box.right > width - x) || (cut.bottom && box.bottom > height - y);
}

/** The colour on ellipses within a box, if it is the same everywhere; null if there are several colours. */
function ringColor(crop: Crop, { left, top, right, bottom }: Box, rings: readonly number[]): Color | null {
  let color: Color | null = null;
  for (const ring of rings) {
    for (let step = 0; step < STEPS_ROUND; step += 1) {
      const angle = (step * 2 * Math.PI) / STEPS_ROUND;
      const x = Math.floor((left + right) / 2 + ((right - left) / 2) * ring * Math.cos(angle));
      const y = Math.floor((top + bottom) / 2 + ((bottom - top) / 2) * ring * Math.sin(angle));
      const here = colorAt(crop, Math.min(crop.width - 1, Math.max(0, x)), Math.min(crop.height - 1, Math.max(0, y)));
      color ??= here;
      if (distance(color, here) > SAME_COLOR) return null;
    }
  }
  return color;
}

function cornerColor(crop: Crop): Color | null {
  const [right, bottom] = [crop.width - 1, crop.height - 1];
  const first = colorAt(crop, 0, 0);
  const others = [colorAt(crop, right, 0), colorAt(crop, 0, bottom), colorAt(crop, right, bottom)];
  return others.every((color) => distance(first, color) <= SAME_COLOR) ? first : null;
}

function colorAt({ bytes, width }: Crop, x: number, y: number): Color {
  const at = (y * width + x) * 4;
  return [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
}

function distance(one: Color, other: Color): number {
  return Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(one[2] - other[2]));
}

function shrunk({ left, top, right, bottom }: Box, by: number): Box {
  const [x, y] = [((right - left) / 2) * (1 - by), ((bottom - top) / 2) * (1 - by)];
  return { left: left + x, top: top + y, right: right - x, bottom: bottom - y };
}

interface Inked {
  /** The distance of each pixel's colour from the background's. */
  readonly distances: Uint8Array;
  readonly contrast: number;
  /** The box of the pixels whose distance is at least half of the contrast. */
  readonly box: Box;
  /** The box of all pixels that are not background. */
  readonly wide: Box;
}

/** Compares the pixels of a box, or of the ellipse in it, with the background; null if none stands out. */
function coverageOn(crop: Crop, background: Color, within: Box, isRound: boolean): Inked | null {
  const { width, height, words } = crop;
  const distances = new Uint8Array(width * height);
  const counts = new Uint32Array(256);
  const [red, green, blue] = background;
  const plain = red + (green << 8) + (blue << 16);
  const [first, last] = [Math.max(0, Math.floor(within.top)), Math.min(height, Math.ceil(within.bottom))];
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = first; y < last; y += 1) {
    const [from, to] = isRound ? rowOf(within, y + 0.5) : [0, width];
    const end = y * width + Math.min(width, to);
    for (let at = y * width + Math.max(0, from); at < end; at += 1) {
      const color = (words[at] ?? 0) & RGB;
      // Most pixels have exactly the colour of the background.
      if (color === plain) continue;
      const far = Math.max(
        Math.abs((color & 255) - red),
        Math.abs(((color >> 8) & 255) - green),
        Math.abs((color >> 16) - blue),
      );
      if (far < NOISE) continue;
      distances[at] = far;
      counts[far] = (counts[far] ?? 0) + 1;
      const x = at - y * width;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  const contrast = contrastOf(counts, distances.length);
  if (contrast < LEAST_CONTRAST) return null;
  const wide = { left, top, right, bottom };
  return { distances, contrast, box: boxOf(distances, width, { wide, least: contrast / 2 }), wide };
}

/** The columns of a row that lie in the ellipse within a box. */
function rowOf({ left, top, right, bottom }: Box, y: number): readonly [number, number] {
  const part = (y - (top + bottom) / 2) / ((bottom - top) / 2);
  const half = ((right - left) / 2) * Math.sqrt(Math.max(0, 1 - part * part));
  const middle = (left + right) / 2;
  return part * part >= 1 ? [0, 0] : [Math.ceil(middle - half - 0.5), Math.floor(middle + half + 0.5)];
}

/** The distance that at least a few pixels reach: a single pixel may be noise. */
function contrastOf(counts: Uint32Array, pixels: number): number {
  let left = Math.max(2, pixels / 500);
  for (let far = 255; far > 0; far -= 1) {
    left -= counts[far] ?? 0;
    if (left <= 0) return far;
  }
  return 0;
}

function boxOf(
  distances: Uint8Array,
  width: number,
  { wide, least }: { readonly wide: Box; readonly least: number },
): Box {
  let [left, top, right, bottom] = [wide.right, wide.bottom, wide.left, wide.top];
  for (let y = wide.top; y < wide.bottom; y += 1) {
    for (let x = wide.left; x < wide.right; x += 1) {
      if ((distances[y * width + x] ?? 0) < least) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  return { left, top, right, bottom };
}

function drawnOf(crop: Crop, background: Color, { distances, contrast, wide }: Inked, isOnPlate: boolean): Drawn {
  const { width, bytes } = crop;
  const coverage = new Float32Array(distances.length);
  const dark = lightOf(...background);
  let brighter = 0;
  for (let y = wide.top; y < wide.bottom; y += 1) {
    for (let at = y * width + wide.left; at < y * width + wide.right; at += 1) {
      const share = Math.min(1, (distances[at] ?? 0) / contrast);
      if (share < FAINT) continue;
      coverage[at] = share;
      const byte = at * 4;
      brighter += share * (lightOf(bytes[byte] ?? 0, bytes[byte + 1] ?? 0, bytes[byte + 2] ?? 0) - dark);
    }
  }
  return { coverage, width, box: wide, isDark: brighter < 0, isOnPlate };
}

/** The approximate brightness of a colour for a human eye. */
function lightOf(red: number, green: number, blue: number): number {
  return 2 * red + 5 * green + blue;
}
