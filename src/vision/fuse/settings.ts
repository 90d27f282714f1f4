import type { Rect } from "../../base/geometry.js";

/** The settings of `fuse`; all of them measured by `bench fusion`. */
export interface FusionOptions {
  /**
   * Where no new elements are made, in screen pixels: system bars and the keyboard, where the tree holds none of them.
   */
  readonly apart?: readonly Rect[];
  /** A detection below it becomes no element, whatever the tree holds. 0–1. */
  readonly leastConfidence?: number;
  /** How probable a new element has to be, beside the rest of the hierarchy. 0–1. */
  readonly leastBelief?: number;
}

export type FusionSettings = Required<FusionOptions>;

export const FUSION_DEFAULTS: FusionSettings = {
  apart: [],
  leastConfidence: 0.3,
  leastBelief: 0.5,
};

/** Two boxes are of one thing from this similarity on. */
export const SAME = 0.5;
/** A box lies in another one when this share of it does. */
export const INSIDE = 0.8;
/** What a detection of a detector without figures is taken to be worth. */
export const UNSAID_CONFIDENCE = 0.6;
/** What covers more of its window is a page and not a control. */
export const PAGE = 0.5;
/** Thinner than this, in pixels, nothing can be touched or read. */
export const THINNEST = 3;
