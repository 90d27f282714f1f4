import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { KnownFront, KnownTrees } from "../known.js";

/** What was learned through the companion of one device, and holds until its events speak against it. */
export class CompanionMemory {
  /** The window in front as the window manager last described it, while the companion was the source. */
  front: KnownFront | null = null;
  /** What was read last: nodes that did not change since are not read again. */
  trees: KnownTrees | null = null;
  /** The companion that listened at the last act, and its last event before that; null if there was none. */
  lastAct: { readonly companion: LiveCompanion; readonly seq: number } | null = null;
}
