import type { UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import type { Target } from "../../screen/selector.js";

/** What is known of the screen that something was located on. */
export type Screen = Pick<
  Observation,
  "elements" | "screenSize" | "systemInsets" | "ime" | "activeWindow" | "viewHierarchy"
>;

/** A place on the screen as it is now. */
export interface Located {
  readonly target: Target;
  /** Null for bare points. */
  readonly element: UiElement | null;
  /** For bare points the control that is surely there; null where none is known. */
  readonly hit: UiElement | null;
  readonly screen: Screen;
  /** Nothing later than this was seen of it, by the device's clock in ms since boot; null where that is not known. */
  readonly checkedAtMs: number | null;
  /** The whole observation where one was made, for telling what the screen looks like in a refusal. */
  readonly observation: Observation | null;
}
