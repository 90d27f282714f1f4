import type { Size } from "../../../base/geometry.js";
import type { LayoutName } from "../../../base/options/choices.js";

/** One output of a model. */
export interface Output {
  readonly name: string;
  /** The dimensions; the first is the batch, which is 1. */
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** The form in which a model takes a screenshot. */
export interface InputForm {
  /**
   * `centre`: scaled in proportion and padded on all sides; `corner`: padded at the right and bottom; `stretch`:
   * stretched to the input's sides.
   */
  readonly fit: "centre" | "corner" | "stretch";
  readonly channels: "rgb" | "bgr";
  /** Per channel: value = (byte / 255 − mean) / deviation. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** Red, green, blue from 0 to 1 with padding on all sides: the form of most models. */
export const PLAIN_FORM: InputForm = { fit: "centre", channels: "rgb", mean: [0, 0, 0], deviation: [1, 1, 1] };

/** A box in a model's output, in pixels of its input. */
export interface Candidate {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** 0–1. */
  readonly score: number;
  /** The index of its class among the model's classes. */
  readonly label: number;
}

/** A format of a model's boxes. */
export interface Layout {
  readonly name: LayoutName;
  readonly form: InputForm;
  /** Whether a model may give several boxes for one element. */
  readonly isDense: boolean;
  /** True if the outputs may have this format. `data` is not read. */
  fits(outputs: readonly Output[], input: Size): boolean;
  /** The boxes with at least this score; the outputs have to match the format. */
  decode(outputs: readonly Output[], input: Size, threshold: number): readonly Candidate[];
}

/** The class with the highest score among those at `start`, `start + step`, … */
export function bestClass(data: Float32Array, start: number, step: number, count: number) {
  let label = 0;
  let score = -Infinity;
  for (let at = 0; at < count; at += 1) {
    const value = data[start + at * step] ?? -Infinity;
    if (value > score) {
      score = value;
      label = at;
    }
  }
  return { label, score };
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** The number of cells of an anchor-free head with these strides. */
export function cellsOf({ width, height }: Size, strides: readonly number[]): number {
  return strides.reduce((sum, stride) => sum + Math.floor(width / stride) * Math.floor(height / stride), 0);
}
