import type { Rect } from "../base/geometry.js";

/** The folder of a memory, and the parts of screens that it must not store. */
export interface LiveMemoryOptions {
  readonly folder: string;
  readonly redact: readonly string[];
  readonly redactRegions: readonly Rect[];
  /** Gives ms since the epoch; Date.now if absent. */
  readonly now?: () => number;
}
