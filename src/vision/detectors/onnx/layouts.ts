import { FoveaError } from "../../../base/errors.js";
import type { Size } from "../../../base/geometry.js";
import type { LayoutName } from "../../../base/options/choices.js";
import type { Layout, Output } from "./layout.js";
import { centerLayout } from "./layouts/center.js";
import { detrLayout, rfDetrLayout } from "./layouts/detr.js";
import { end2endLayout } from "./layouts/end2end.js";
import { yoloLayout } from "./layouts/yolo.js";
import { yolov9Layout } from "./layouts/yolov9.js";
import { yoloxLayout } from "./layouts/yolox.js";

/** In the order in which they are tried: the more specific formats first. */
export const LAYOUTS: readonly Layout[] = [
  rfDetrLayout,
  detrLayout,
  yolov9Layout,
  centerLayout,
  end2endLayout,
  yoloxLayout,
  yoloLayout,
];

/** The layout of this name; undefined for `auto`. */
export function layoutCalled(name: LayoutName | "auto"): Layout | undefined {
  return LAYOUTS.find((one) => one.name === name);
}

/**
 * The format of these outputs for an input of this size: the named one, or the first that matches. Errors:
 * DETECTOR_MODEL_UNSUPPORTED if none matches, or not the named one.
 */
export function layoutOf(outputs: readonly Output[], input: Size, wanted: LayoutName | "auto"): Layout {
  const fitting = LAYOUTS.filter((one) => one.fits(outputs, input) && outputs.every(({ dims }) => dims[0] === 1));
  const layout = wanted === "auto" ? fitting[0] : fitting.find(({ name }) => name === wanted);
  if (layout) return layout;
  const shapes = outputs.map(({ name, dims }) => `${name} [${dims.join(", ")}]`).join("; ");
  const words = wanted === "auto" ? "none of the known layouts" : `not of the layout ${wanted}`;
  throw new FoveaError("DETECTOR_MODEL_UNSUPPORTED", `the model's outputs are ${words}: ${shapes}`);
}
