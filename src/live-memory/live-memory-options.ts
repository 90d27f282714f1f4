import type { Rect } from "../base/geometry.js";

/** Where a memory is kept, and what of screens stays out of it. */
export interface LiveMemoryOptions {
  readonly folder: string;
  readonly redact: readonly string[];
  readonly redactRegions: readonly Rect[];
  /** ms since the epoch; Date.now if absent. */
  readonly now?: () => number;
}
