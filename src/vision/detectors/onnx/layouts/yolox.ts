import type { Size } from "../../../../base/geometry.js";
import { bestClass, type Candidate, cellsOf, type Layout, type Output } from "../layout.js";

const STRIDES = [8, 16, 32];

/**
 * `[1, anchors, 5 + classes]`, not decoded: x and y in strides from the cell, the logarithms of width and height in
 * strides, the probability that it is an object, and the probability of each class. The format of YOLOX; its input is
 * blue, green, red from 0 to 255, padded at the right and bottom.
 */
export const yoloxLayout: Layout = {
  name: "yolox",
  form: { fit: "corner", channels: "bgr", mean: [0, 0, 0], deviation: [1 / 255, 1 / 255, 1 / 255] },
  isDense: true,
  fits: ([output, ...others], input) => {
    const [, anchors = 0, values = 0] = output?.dims ?? [];
    return others.length === 0 && output?.dims.length === 3 && values > 5 && anchors === cellsOf(input, STRIDES);
  },
  decode: ([output], input, threshold) => {
    if (!output) return [];
    let first = 0;
    return STRIDES.flatMap((stride) => {
      const boxes = boxesOf(output, { input, stride, first }, threshold);
      first += cellsOf(input, [stride]);
      return boxes;
    });
  },
};

interface Level {
  readonly input: Size;
  readonly stride: number;
  /** The index of its first anchor. */
  readonly first: number;
}

function boxesOf({ dims, data }: Output, { input, stride, first }: Level, threshold: number): readonly Candidate[] {
  const values = dims[2] ?? 0;
  const columns = Math.floor(input.width / stride);
  const found: Candidate[] = [];
  for (let cell = 0; cell < cellsOf(input, [stride]); cell += 1) {
    const at = (first + cell) * values;
    const best = bestClass(data, at + 5, 1, values - 5);
    const score = best.score * (data[at + 4] ?? 0);
    if (score < threshold) continue;
    const [x = 0, y = 0, logWidth = 0, logHeight = 0] = data.subarray(at, at + 4);
    const [middleX, middleY] = [((cell % columns) + x) * stride, (Math.floor(cell / columns) + y) * stride];
    const [halfWidth, halfHeight] = [(Math.exp(logWidth) * stride) / 2, (Math.exp(logHeight) * stride) / 2];
    const [left, right] = [middleX - halfWidth, middleX + halfWidth];
    found.push({ left, top: middleY - halfHeight, right, bottom: middleY + halfHeight, score, label: best.label });
  }
  return found;
}
