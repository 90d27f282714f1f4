import type { Size } from "../../../base/geometry.js";
import type { InputForm } from "./layout.js";

/** What a model says of its input; null for a side that may be of any length. */
export interface InputSides {
  readonly width: number | null;
  readonly height: number | null;
  /**
   * Where a side may be of any length: how long the longer one of the picture becomes, and what both are a multiple of.
   */
  readonly longestSide: number;
  readonly multipleOf: number;
}

/** Where a picture lies in an input: whole pixels, the rest is padding. */
export interface Placement extends Size {
  readonly left: number;
  readonly top: number;
  /** The size of the picture within it. */
  readonly innerWidth: number;
  readonly innerHeight: number;
}

/** Where a picture of this size lies in the input of a model. */
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
