import { bestClass, type Candidate, type Layout, type Output, PLAIN_FORM } from "../layout.js";

/**
 * `[1, 4 + classes, anchors]`: centre, width and height in pixels of the input, then the scores of the classes from 0
 * to 1. The format of YOLOv8 and YOLO11 exported without suppression, such as OmniParser's icon_detect 1 to 2.
 */
export const yoloLayout: Layout = {
  name: "yolo",
  form: PLAIN_FORM,
  isDense: true,
  fits: ([output, ...others]) => {
    const [, channels = 0, anchors = 0] = output?.dims ?? [];
    return others.length === 0 && output?.dims.length === 3 && channels > 4 && channels < anchors;
  },
  decode: ([output], _, threshold) => (output ? boxesOf(output, threshold) : []),
};

function boxesOf({ dims, data }: Output, threshold: number): readonly Candidate[] {
  const [, channels = 0, anchors = 0] = dims;
  const found: Candidate[] = [];
  for (let at = 0; at < anchors; at += 1) {
    const { label, score } = bestClass(data, 4 * anchors + at, anchors, channels - 4);
    if (score < threshold) continue;
    const value = (row: number) => data[row * anchors + at] ?? 0;
    const [x, y, halfWidth, halfHeight] = [value(0), value(1), value(2) / 2, value(3) / 2];
    found.push({
      left: x - halfWidth,
      top: y - halfHeight,
      right: x + halfWidth,
      bottom: y + halfHeight,
      score,
      label,
    });
  }
  return found;
}
