import type { Frame } from "../../../screen/frame.js";
import type { InputForm } from "./layout.js";
import type { Placement } from "./placement.js";
import { ShrunkRows } from "./shrunk-rows.js";

/** The grey around an image that does not fill its input, as YOLO's authors chose it. */
const PADDING = 114;

/**
 * The screenshot in a model's form, `[3, height, width]`. Each pixel is the mean of the screenshot's pixels under it,
 * weighted by how much of each is covered; alpha is left out. Writes into `into` if that has the right length.
 */
export function fillInput(
  frame: Pick<Frame, "width" | "height" | "rgba">,
  placement: Placement,
  { channels, mean, deviation }: InputForm,
  into?: Float32Array,
): Float32Array {
  const plane = placement.width * placement.height;
  const data = into?.length === 3 * plane ? into : new Float32Array(3 * plane);
  const order = channels === "rgb" ? [0, 1, 2] : [2, 1, 0];
  const planes = order.map((place) => data.subarray(place * plane, (place + 1) * plane));
  const colours = planes.map((values, colour) => {
    const scale = 1 / (255 * (deviation[colour] ?? 1));
    const add = -(mean[colour] ?? 0) / (deviation[colour] ?? 1);
    return { values: values.fill(PADDING * scale + add), scale, add };
  });
  const rows = new ShrunkRows(frame, { width: placement.innerWidth, height: placement.innerHeight });
  for (let y = 0; y < placement.innerHeight; y += 1) {
    const means = rows.at(y);
    const start = (placement.top + y) * placement.width + placement.left;
    for (const [colour, { values, scale, add }] of colours.entries()) {
      for (let x = 0, from = colour; x < placement.innerWidth; x += 1, from += 3) {
        values[start + x] = (means[from] ?? 0) * scale + add;
      }
    }
  }
  return data;
}
