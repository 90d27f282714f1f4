import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { KnownFront, KnownTrees } from "../known.js";

/** Facts of one device from its companion, valid until its events say otherwise. */
export class CompanionMemory {
  /** The window in front as the window manager last described it, while the companion was the source. */
  front: KnownFront | null = null;
  /** The last snapshot: nodes that did not change are not converted again. */
  trees: KnownTrees | null = null;
  /** The companion that was connected at the last action, and its last event before it; null if there was none. */
  lastAct: { readonly companion: LiveCompanion; readonly seq: number } | null = null;
}
