import type { Rect } from "../../base/geometry.js";
import type { Observation } from "../../screen/observation.js";

/** Says which parts of a picture nobody may see, besides passwords: what the user's patterns and regions mean. */
export interface Covers {
  /** Whether what is meant is known by the words of a screen alone. */
  readonly needsTree: boolean;
  covers(observation: Observation): readonly { readonly part: Rect }[];
}
