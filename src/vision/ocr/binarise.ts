import type { Size } from "../../base/geometry.js";
import type { Frame } from "../../screen/frame.js";

/** Grey pixels, one byte each, rows tightly packed. */
export interface GreyPicture extends Size {
  readonly grey: Uint8Array<ArrayBuffer>;
}

/** The side of the square cells whose background is estimated, in pixels; a power of two. */
const CELL_BITS = 3;
const CELL = 1 << CELL_BITS;
/**
 * How many cells on each side are included in the estimate of a cell: wider than strokes and letters, narrower than the
 * areas on which words lie.
 */
const REACH = 3;
/** How many grey levels are counted as one, as a power of two. */
const LEVEL_BITS = 3;
const LEVELS = 256 >> LEVEL_BITS;
/** The differences that compression leaves around letters. */
const NOISE = 4;
/** Makes faint words as dark as possible without making noise look like words. */
const GAIN = 1.6;

/**
 * The image in dark on white: each pixel shows its distance from the most common grey around it. OCR programs are made
 * for printed pages. This way, white words on a colour and dark and light parts of a screen all look the same to them.
 */
export function binarise(frame: Pick<Frame, "width" | "height" | "rgba">): GreyPicture {
  const { width, height } = frame;
  const grey = greyOf(frame);
  const columns = (width + CELL - 1) >> CELL_BITS;
  const background = backgroundOf({ width, height, grey }, columns);
  for (let y = 0; y < height; y += 1) {
    const cells = (y >> CELL_BITS) * columns;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const distance = Math.abs((grey[at] ?? 0) - (background[cells + (x >> CELL_BITS)] ?? 0)) - NOISE;
      grey[at] = distance <= 0 ? 255 : Math.max(0, 255 - distance * GAIN);
    }
  }
  return { width, height, grey };
}

/** The luma of each pixel, as defined in Rec. 601. */
function greyOf({ width, height, rgba }: Pick<Frame, "width" | "height" | "rgba">): Uint8Array<ArrayBuffer> {
  const grey = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < grey.length; i += 1, at += 4) {
    grey[i] = ((rgba[at] ?? 0) * 77 + (rgba[at + 1] ?? 0) * 150 + (rgba[at + 2] ?? 0) * 29) >> 8;
  }
  return grey;
}

/** The most common grey level around each cell. */
function backgroundOf(picture: GreyPicture, columns: number): Uint8Array {
  const rows = (picture.height + CELL - 1) >> CELL_BITS;
  const counts = countLevels(picture, columns, rows);
  const background = new Uint8Array(columns * rows);
  const column = new Uint32Array(columns * LEVELS);
  const sum = new Uint32Array(LEVELS);
  for (let y = -REACH; y < rows; y += 1) {
    if (y + REACH < rows) addRow(column, counts, y + REACH, 1);
    if (y - REACH - 1 >= 0) addRow(column, counts, y - REACH - 1, -1);
    if (y < 0) continue;
    sum.fill(0);
    for (let x = -REACH; x < columns; x += 1) {
      if (x + REACH < columns) addCell(sum, column, x + REACH, 1);
      if (x - REACH - 1 >= 0) addCell(sum, column, x - REACH - 1, -1);
      if (x >= 0) background[y * columns + x] = (commonest(sum) << LEVEL_BITS) + (1 << (LEVEL_BITS - 1));
    }
  }
  return background;
}

function countLevels({ width, height, grey }: GreyPicture, columns: number, rows: number): Uint8Array {
  const counts = new Uint8Array(columns * rows * LEVELS);
  for (let y = 0, at = 0; y < height; y += 1) {
    const cells = (y >> CELL_BITS) * columns;
    for (let x = 0; x < width; x += 1, at += 1) {
      const place = (cells + (x >> CELL_BITS)) * LEVELS + ((grey[at] ?? 0) >> LEVEL_BITS);
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  return counts;
}

function addRow(column: Uint32Array, counts: Uint8Array, row: number, sign: 1 | -1): void {
  const start = row * column.length;
  for (let i = 0; i < column.length; i += 1) column[i] = (column[i] ?? 0) + sign * (counts[start + i] ?? 0);
}

function addCell(sum: Uint32Array, column: Uint32Array, cell: number, sign: 1 | -1): void {
  const start = cell * LEVELS;
  for (let i = 0; i < LEVELS; i += 1) sum[i] = (sum[i] ?? 0) + sign * (column[start + i] ?? 0);
}

function commonest(sum: Uint32Array): number {
  let best = 0;
  for (let i = 1; i < LEVELS; i += 1) if ((sum[i] ?? 0) > (sum[best] ?? 0)) best = i;
  return best;
}
