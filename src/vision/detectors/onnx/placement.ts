import type { Size } from "../../../base/geometry.js";
import type { InputForm } from "./layout.js";

/** The sides of a model's input; null for a side of any length. */
export interface InputSides {
  readonly width: number | null;
  readonly height: number | null;
  /**
   * For sides of any length: the length of the longer side after scaling, and the number of which both sides are
   * multiples.
   */
  readonly longestSide: number;
  readonly multipleOf: number;
}

/** The position of an image in an input, in whole pixels; the rest is padding. */
export interface Placement extends Size {
  readonly left: number;
  readonly top: number;
  /** The size of the scaled image within the input. */
  readonly innerWidth: number;
  readonly innerHeight: number;
}

/** The position of an image of this size in the input of a model. */
export function placementOf(frame: Size, sides: InputSides, fit: InputForm["fit"]): Placement {
  const preference = sides.longestSide / Math.max(frame.width, frame.height);
  const upTo = (length: number) => Math.max(1, Math.ceil(length / sides.multipleOf)) * sides.multipleOf;
  const width = sides.width ?? upTo(Math.round(frame.width * preference));
  const height = sides.height ?? upTo(Math.round(frame.height * preference));
  if (fit === "stretch") return { width, height, left: 0, top: 0, innerWidth: width, innerHeight: height };
  const isFixed = sides.width !== null || sides.height !== null;
  const scale = isFixed ? Math.min(width / frame.width, height / frame.height) : preference;
  const innerWidth = Math.max(1, Math.round(frame.width * scale));
  const innerHeight = Math.max(1, Math.round(frame.height * scale));
  const inMiddle = fit === "centre";
  return {
    width,
    height,
    left: inMiddle ? Math.floor((width - innerWidth) / 2) : 0,
    top: inMiddle ? Math.floor((height - innerHeight) / 2) : 0,
    innerWidth,
    innerHeight,
  };
}
