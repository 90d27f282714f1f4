import type { Rect } from "../../base/geometry.js";

/** The settings of `fuse`; their defaults were measured with `bench fusion`. */
export interface FusionOptions {
  /**
   * The areas without new elements, in screen pixels: system bars and the keyboard, if the hierarchy does not have
   * them.
   */
  readonly apart?: readonly Rect[];
  /** A detection with less confidence never becomes an element. 0–1. */
  readonly leastConfidence?: number;
  /** The least probability of a new element, in view of the hierarchy. 0–1. */
  readonly leastBelief?: number;
}

export type FusionSettings = Required<FusionOptions>;

export const FUSION_DEFAULTS: FusionSettings = {
  apart: [],
  leastConfidence: 0.3,
  leastBelief: 0.5,
};

/** The least similarity of two boxes of one element. */
export const SAME = 0.5;
/** A box lies in another one if at least this share of it does. */
export const INSIDE = 0.8;
/** The confidence of detections from a detector that gives none. */
export const UNSAID_CONFIDENCE = 0.6;
/** An element that covers more of its window than this is a page and not a control. */
export const PAGE = 0.5;
/** An element thinner than this, in pixels, cannot be touched or read. */
export const THINNEST = 3;
