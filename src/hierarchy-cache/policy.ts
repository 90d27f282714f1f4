import type { CachePolicy } from "../base/options/choices.js";
import type { CacheLimits } from "./limits.js";

/** How two screenshots of a screen may differ if the hierarchy of the first is used for the second. */
export interface Rule {
  /** Whether the system bars' own pixels are ignored. */
  readonly masksBars: boolean;
  /** How different a pixel has to be to count: pixelmatch's threshold; with 0 every difference counts. */
  readonly colour: number;
  /** The most pixels that may count in any one tile. */
  readonly mostPerTile: number;
  /** The most pixels that may count in the whole screenshot. */
  readonly mostInAll: number;
}

/** pixelmatch's own default, for which the rule of a total share was defined. */
const RATIO_COLOUR = 0.1;

/**
 * `exact`: the same screenshot, including the bars. `tile`: no tile outside the bars has a change that counts.
 * `ratio`: more than the given percentage of all pixels is the same, wherever the others are; a whole checkbox may
 * differ.
 */
export function ruleOf(policy: CachePolicy, limits: CacheLimits, pixels: number): Rule {
  if (policy === "exact") return { masksBars: false, colour: 0, mostPerTile: 0, mostInAll: 0 };
  if (policy === "tile") {
    return { masksBars: true, colour: limits.colour, mostPerTile: limits.tilePixels, mostInAll: Infinity };
  }
  // More than the share has to be equal, not just the share; 100 - 99.8 is a little above 0.2 in floating point.
  const mostInAll = Math.ceil(((100 - limits.ratio) / 100) * pixels - 1e-6) - 1;
  return { masksBars: true, colour: RATIO_COLOUR, mostPerTile: Infinity, mostInAll: Math.max(0, mostInAll) };
}
