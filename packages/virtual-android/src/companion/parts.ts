import type { WindowRecord } from "../framework/window-record.js";
import type { ScreenPixels } from "../screen-pixels.js";
import type { EventRing } from "./event-ring.js";
import type { Screen } from "./screen.js";
import type { Touches } from "./touches.js";
import type { TreeStore } from "./tree-store.js";
import type { HostClock, HostFacts } from "./wire/host.js";

/** The costs of the companion's calls on this phone, in ms. */
export interface CompanionCosts {
  /** The cost of one call to an app, which returns up to 50 nodes. */
  roundTripMs(): number;
  screenshotMs(): number;
}

/** Faults that tests and demos can cause while it runs. */
export interface CompanionFaults {
  /** Time that is added to the walk of each window of a package; "" for all packages. */
  readonly slowWalksMs: Map<string, number>;
  /** The newest version of the protocol that its build supports. */
  newestVersion(): number;
}

/** The parts that the methods of one running companion use. */
export interface CompanionParts {
  readonly facts: HostFacts;
  readonly clock: HostClock;
  readonly events: EventRing;
  readonly screen: Screen;
  readonly trees: TreeStore;
  /** Windows whose app has not yet answered an earlier walk, and until when. */
  readonly hung: Map<number, number>;
  /** The key with which the process signs the names of its trees. */
  readonly key: Uint8Array;
  readonly touches: Touches;
  readonly startedAtMs: number;
  readonly troubles: CompanionFaults;
  costs(): CompanionCosts;
  pixels(): ScreenPixels | null;
  /** The pixels of the display with only this window. */
  windowPixels(record: WindowRecord): ScreenPixels;
  attachedAtMs(): number | null;
}
