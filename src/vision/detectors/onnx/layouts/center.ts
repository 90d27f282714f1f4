import type { Size } from "../../../../base/geometry.js";
import { type Candidate, type Layout, type Output, PLAIN_FORM } from "../layout.js";

/**
 * `[1, classes + 4, height / s, width / s]`: a heat map per class from 0 to 1, then the distances from the centre of
 * the cell to the left, top, right and bottom side in pixels of the input. This is the format of the bundled model,
 * which was trained with padding at the right and bottom. A cell counts if none of its eight neighbours has a higher
 * value for the class.
 */
export const centerLayout: Layout = {
  name: "center",
  form: { ...PLAIN_FORM, fit: "corner" },
  isDense: true,
  fits: ([output, ...others]) =>
    output !== undefined && others.length === 0 && output.dims.length === 4 && (output.dims[1] ?? 0) > 4,
  decode: ([output], input, threshold) => (output ? peaksOf(output, input, threshold) : []),
};

function peaksOf({ dims, data }: Output, input: Size, threshold: number): readonly Candidate[] {
  const [, channels = 0, rows = 0, columns = 0] = dims;
  const plane = rows * columns;
  const sides = (channels - 4) * plane;
  const [stepX, stepY] = [input.width / columns, input.height / rows];
  const found: Candidate[] = [];
  for (let at = 0; at < sides; at += 1) {
    const score = data[at] ?? 0;
    if (score < threshold) continue;
    const cell = at % plane;
    const row = Math.floor(cell / columns);
    const column = cell % columns;
    if (!isPeak(data, at - cell, { row, column, rows, columns }, score)) continue;
    const [x, y] = [(column + 0.5) * stepX, (row + 0.5) * stepY];
    const side = (which: number) => data[sides + which * plane + cell] ?? 0;
    const box = { left: x - side(0), top: y - side(1), right: x + side(2), bottom: y + side(3) };
    found.push({ ...box, score, label: (at - cell) / plane });
  }
  return found;
}

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

function isPeak(data: Float32Array, plane: number, { row, column, rows, columns }: Cell, score: number): boolean {
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
      if ((data[plane + y * columns + x] ?? 0) > score) return false;
    }
  }
  return true;
}
