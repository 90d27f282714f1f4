import type { Size } from "../../../base/geometry.js";
import type { LayoutName } from "../../../base/options/choices.js";

/** One output of a model. */
export interface Output {
  readonly name: string;
  /** The batch of 1 first. */
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** How a picture has to lie in a model's input. */
export interface InputForm {
  /** Scaled as a whole and padded on all sides or at the right and bottom, or stretched to the input's sides. */
  readonly fit: "centre" | "corner" | "stretch";
  readonly channels: "rgb" | "bgr";
  /** Per channel: value = (byte / 255 − mean) / deviation. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** Red, green, blue from 0 to 1 with the padding on all sides: what most models take. */
export const PLAIN_FORM: InputForm = { fit: "centre", channels: "rgb", mean: [0, 0, 0], deviation: [1, 1, 1] };

/** A box that a model gives, in pixels of its input. */
export interface Candidate {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** 0–1. */
  readonly score: number;
  /** The place of its class among the model's. */
  readonly label: number;
}

/** A way in which models give their boxes. */
export interface Layout {
  readonly name: LayoutName;
  readonly form: InputForm;
  /** Whether several boxes of one thing are to be expected. */
  readonly isDense: boolean;
  /** True for outputs that can be read so. `data` is not looked at. */
  fits(outputs: readonly Output[], input: Size): boolean;
  /** The boxes with at least this score, of outputs that fit. */
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

/** Cells of an anchor-free head with these strides. */
export function cellsOf({ width, height }: Size, strides: readonly number[]): number {
  return strides.reduce((sum, stride) => sum + Math.floor(width / stride) * Math.floor(height / stride), 0);
}
