import type { Rect } from "../../base/geometry.js";
import type { Observation } from "../../screen/observation.js";

/** Finds the parts of a picture to cover, besides passwords: those that the user's patterns and regions match. */
export interface Covers {
  /** Whether the words of a hierarchy are needed to find these parts. */
  readonly needsTree: boolean;
  covers(observation: Observation): readonly { readonly part: Rect }[];
}
