import type { WindowRecord } from "../framework/window-record.js";
import type { ScreenPixels } from "../screen-pixels.js";
import type { EventRing } from "./event-ring.js";
import type { Screen } from "./screen.js";
import type { Touches } from "./touches.js";
import type { TreeStore } from "./tree-store.js";
import type { HostClock, HostFacts } from "./wire/host.js";

/** What the companion costs on this phone, in ms. */
export interface CompanionCosts {
  /** One call into an app that gives up to 50 nodes. */
  roundTripMs(): number;
  screenshotMs(): number;
}

/** What tests and demos can make go wrong while it runs. */
export interface CompanionTroubles {
  /** Added to the walk of each window of a package; "" for all. */
  readonly slowWalksMs: Map<string, number>;
  /** The newest version of the protocol that its build speaks. */
  newestVersion(): number;
}

/** What the methods of one running host work with. */
export interface CompanionParts {
  readonly facts: HostFacts;
  readonly clock: HostClock;
  readonly events: EventRing;
  readonly screen: Screen;
  readonly trees: TreeStore;
  /** Windows whose app is still asked by an earlier walk, and until when. */
  readonly hung: Map<number, number>;
  /** The key of the process, with which it signs the names of its trees. */
  readonly key: Uint8Array;
  readonly touches: Touches;
  readonly startedAtMs: number;
  readonly troubles: CompanionTroubles;
  costs(): CompanionCosts;
  pixels(): ScreenPixels | null;
  /** The display with this window alone. */
  windowPixels(record: WindowRecord): ScreenPixels;
  attachedAtMs(): number | null;
}
