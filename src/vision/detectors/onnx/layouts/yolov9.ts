import type { Size } from "../../../../base/geometry.js";
import { bestClass, type Candidate, type Layout, type Output, PLAIN_FORM, sigmoid } from "../layout.js";

/**
 * Six tensors, two for each of three strides: the logits of the classes `[1, classes, rows, columns]`; and the
 * distances from the centre of the cell to the left, top, right and bottom side in strides, `[1, 4, rows, columns]`.
 * The format of OmniParser's icon_detect 3 as its adapter reads it, converted to ONNX.
 */
export const yolov9Layout: Layout = {
  name: "yolov9",
  form: PLAIN_FORM,
  isDense: true,
  fits: (outputs) => outputs.length === 6 && pairsOf(outputs) !== undefined,
  decode: (outputs, input, threshold) => (pairsOf(outputs) ?? []).flatMap((pair) => boxesOf(pair, input, threshold)),
};

interface Pair {
  readonly logits: Output;
  readonly sides: Output;
}

/**
 * The logits and distances of each stride; outputs may come in any order. If both of a stride have four channels, the
 * logits come first.
 */
function pairsOf(outputs: readonly Output[]): readonly Pair[] | undefined {
  if (outputs.some(({ dims }) => dims.length !== 4)) return undefined;
  const sizes = [...new Set(outputs.map(({ dims }) => `${dims[2]}x${dims[3]}`))];
  const pairs = sizes.flatMap((size) => {
    const both = outputs.filter(({ dims }) => `${dims[2]}x${dims[3]}` === size);
    const sides = both.findLast(({ dims }) => dims[1] === 4);
    const logits = both.find((output) => output !== sides);
    return both.length === 2 && logits && sides ? [{ logits, sides }] : [];
  });
  return pairs.length === 3 ? pairs : undefined;
}

function boxesOf({ logits, sides }: Pair, input: Size, threshold: number): readonly Candidate[] {
  const [, classes = 0, rows = 0, columns = 0] = logits.dims;
  const plane = rows * columns;
  const [stepX, stepY] = [input.width / columns, input.height / rows];
  const found: Candidate[] = [];
  for (let cell = 0; cell < plane; cell += 1) {
    const { label, score: logit } = bestClass(logits.data, cell, plane, classes);
    const score = sigmoid(logit);
    if (score < threshold) continue;
    const [x, y] = [((cell % columns) + 0.5) * stepX, (Math.floor(cell / columns) + 0.5) * stepY];
    const side = (which: number) => sides.data[which * plane + cell] ?? 0;
    const box = {
      left: x - side(0) * stepX,
      top: y - side(1) * stepY,
      right: x + side(2) * stepX,
      bottom: y + side(3) * stepY,
    };
    found.push({ ...box, score, label });
  }
  return found;
}
