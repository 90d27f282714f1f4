import { type Candidate, cellsOf, type Layout, type Output, PLAIN_FORM } from "../layout.js";

const MOST_ROWS = 1000;
const STRIDES = [8, 16, 32];

/**
 * `[1, boxes, 6]`: the sides in pixels of the input, the score and the class; unused rows are zero. The format of
 * YOLOv10 and YOLO26, and of YOLOv8 and YOLO11 exported with suppression.
 */
export const end2endLayout: Layout = {
  name: "end2end",
  form: PLAIN_FORM,
  isDense: false,
  fits: ([output, ...others], input) => {
    const [, rows = 0, values = 0] = output?.dims ?? [];
    const isRaw = rows === cellsOf(input, STRIDES); // an undecoded head of one class has six values as well
    return others.length === 0 && output?.dims.length === 3 && values === 6 && rows <= MOST_ROWS && !isRaw;
  },
  decode: ([output], _, threshold) => (output ? boxesOf(output, threshold) : []),
};

function boxesOf({ data }: Output, threshold: number): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let at = 0; at + 5 < data.length; at += 6) {
    const [left = 0, top = 0, right = 0, bottom = 0, score = 0, label = 0] = data.subarray(at, at + 6);
    if (score > 0 && score >= threshold) found.push({ left, top, right, bottom, score, label: Math.round(label) });
  }
  return found;
}
