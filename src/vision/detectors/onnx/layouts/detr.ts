import type { Size } from "../../../../base/geometry.js";
import { bestClass, type Candidate, type Layout, type Output, PLAIN_FORM, sigmoid } from "../layout.js";

/**
 * Two tensors: logits `[1, queries, classes]`; and centre, width and height as shares of the input, `[1, queries, 4]`.
 * The format of D-FINE and RT-DETR, which take a stretched screenshot.
 */
export const detrLayout: Layout = {
  name: "detr",
  form: { ...PLAIN_FORM, fit: "stretch" },
  isDense: false,
  fits: (outputs) => pairOf(outputs) !== undefined,
  decode: (outputs, input, threshold) => {
    const pair = pairOf(outputs);
    return pair ? boxesOf(pair, input, threshold) : [];
  },
};

/**
 * The format of RF-DETR: as detr, but its input is normalised with ImageNet's mean and deviation. Recognised by the
 * names of its outputs.
 */
export const rfDetrLayout: Layout = {
  ...detrLayout,
  name: "rf-detr",
  form: { fit: "stretch", channels: "rgb", mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] },
  fits: (outputs) =>
    pairOf(outputs) !== undefined && ["dets", "labels"].every((name) => outputs.some((one) => one.name === name)),
};

interface Pair {
  readonly logits: Output;
  readonly boxes: Output;
}

/** Which output has the boxes. If both have four columns, it is the one with a name for boxes, else the second. */
function pairOf(outputs: readonly Output[]): Pair | undefined {
  if (outputs.length !== 2 || outputs.some(({ dims }) => dims.length !== 3)) return undefined;
  const withFour = outputs.filter(({ dims }) => dims[2] === 4);
  const boxes = withFour.find(({ name }) => /box|dets/i.test(name)) ?? withFour.at(-1);
  const logits = outputs.find((output) => output !== boxes);
  return boxes && logits && boxes.dims[1] === logits.dims[1] ? { logits, boxes } : undefined;
}

function boxesOf({ logits, boxes }: Pair, { width, height }: Size, threshold: number): readonly Candidate[] {
  const [, queries = 0, classes = 0] = logits.dims;
  const found: Candidate[] = [];
  for (let query = 0; query < queries; query += 1) {
    const { label, score: logit } = bestClass(logits.data, query * classes, 1, classes);
    const score = sigmoid(logit);
    if (score < threshold) continue;
    const [x = 0, y = 0, wide = 0, high = 0] = boxes.data.subarray(query * 4, query * 4 + 4);
    const [left, right] = [(x - wide / 2) * width, (x + wide / 2) * width];
    found.push({ left, top: (y - high / 2) * height, right, bottom: (y + high / 2) * height, score, label });
  }
  return found;
}
