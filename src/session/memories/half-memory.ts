import type { KnownFront, KnownTrees } from "../known.js";

/** What was learned through the on-device half of one device, and holds until its events speak against it. */
export class HalfMemory {
  /** The window in front as the window manager last described it, while the half was the source. */
  front: KnownFront | null = null;
  /** What was read last: nodes that did not change since are not read again. */
  trees: KnownTrees | null = null;
}
