import type { CachePolicy } from "../base/options/choices.js";
import type { CacheLimits } from "./limits.js";

/** What two pictures of a screen may differ in for the tree of the one to be given for the other. */
export interface Rule {
  /** Whether the system bars' own pixels are left out. */
  readonly masksBars: boolean;
  /** How different a pixel has to be for it to count: pixelmatch's threshold, 0 for any difference at all. */
  readonly colour: number;
  /** Most pixels that may count in any one tile. */
  readonly mostPerTile: number;
  /** Most pixels that may count in the whole picture. */
  readonly mostInAll: number;
}

/** pixelmatch's own default, which the rule of a global share was stated with. */
const RATIO_COLOUR = 0.1;

/**
 * `exact`: the same picture, bars and all. `tile`: nothing that counts changed in any tile outside the bars. `ratio`:
 * more than so many percent of all pixels are the same, wherever the others lie; a whole checkbox lies within that.
 */
export function ruleOf(policy: CachePolicy, limits: CacheLimits, pixels: number): Rule {
  if (policy === "exact") return { masksBars: false, colour: 0, mostPerTile: 0, mostInAll: 0 };
  if (policy === "tile") {
    return { masksBars: true, colour: limits.colour, mostPerTile: limits.tilePixels, mostInAll: Infinity };
  }
  // More than the share has to be the same, not just as much; 100 - 99.8 is a little more than 0.2 in floating point.
  const mostInAll = Math.ceil(((100 - limits.ratio) / 100) * pixels - 1e-6) - 1;
  return { masksBars: true, colour: RATIO_COLOUR, mostPerTile: Infinity, mostInAll: Math.max(0, mostInAll) };
}
