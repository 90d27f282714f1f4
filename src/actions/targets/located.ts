import type { UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import type { Target } from "../../screen/selector.js";
import type { TileGrid } from "../../screen/tiles.js";

/** The facts of the screen on which a target was found. */
export type Screen = Pick<
  Observation,
  "elements" | "screenSize" | "systemInsets" | "ime" | "activeWindow" | "viewHierarchy"
>;

/** The pixels of a quick check, and when it began (performance.now()). */
export interface QuickChecked {
  readonly at: number;
  readonly grid: TileGrid | null;
}

/** A target of an action, and what was found out about it. */
export interface FoundTarget {
  /** The element; null for bare points. */
  readonly element: UiElement | null;
  /** Notes for the answer: why it was chosen, and that it had moved. */
  readonly notes: readonly string[];
  /** The quick check that confirmed it at its place; null if the hierarchy was read for it. */
  readonly quickCheck: QuickChecked | null;
}

/** A target that was found on the current screen. */
export interface Located extends FoundTarget {
  readonly target: Target;
  /** For bare points, the control that is certainly there; null if none is known. */
  readonly hit: UiElement | null;
  readonly screen: Screen;
  /** The time of its last check, by the device's clock in ms since boot; null if unknown. */
  readonly checkedAtMs: number | null;
  /** The whole observation, if one was made, so that a refusal can show the screen. */
  readonly observation: Observation | null;
}
