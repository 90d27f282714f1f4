import type { UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import type { Target } from "../../screen/selector.js";
import type { TileGrid } from "../../screen/tiles.js";

/** What is known of the screen that something was located on. */
export type Screen = Pick<
  Observation,
  "elements" | "screenSize" | "systemInsets" | "ime" | "activeWindow" | "viewHierarchy"
>;

/** The pixels of a reading of window and pixels alone, and when it was begun (performance.now()). */
export interface QuickChecked {
  readonly at: number;
  readonly grid: TileGrid | null;
}

/** What an act is done to, and what was found out on the way to it. */
export interface FoundTarget {
  /** Null for bare points. */
  readonly element: UiElement | null;
  /** What the answer has to say of it: why it was taken, and that it had moved. */
  readonly notes: readonly string[];
  /** The quick check that found it where it was; null if the hierarchy was read for it. */
  readonly quickCheck: QuickChecked | null;
}

/** A place on the screen as it is now. */
export interface Located extends FoundTarget {
  readonly target: Target;
  /** For bare points the control that is surely there; null if none is known. */
  readonly hit: UiElement | null;
  readonly screen: Screen;
  /** Nothing later than this was seen of it, by the device's clock in ms since boot; null if that is not known. */
  readonly checkedAtMs: number | null;
  /** The whole observation where one was made, to describe the screen in a refusal. */
  readonly observation: Observation | null;
}
