import type { Rect } from "../../base/geometry.js";
import type { UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";

/** The facts that distinguish one screen from another. */
export type ComparedScreen = Pick<Observation, "elements" | "activeWindow" | "ime">;

/**
 * Whether the same window is in front, and at least half of the elements are still there. Elements where the keyboard
 * opened do not count.
 */
export function isSameScreen(before: ComparedScreen, after: ComparedScreen): boolean {
  return !isOtherWindow(before, after) && isMostlyThere(before, after);
}

function isOtherWindow({ activeWindow: old }: ComparedScreen, { activeWindow: now }: ComparedScreen): boolean {
  if (!old || !now) return false;
  return old.windowId !== null && now.windowId !== null ? old.windowId !== now.windowId : old.title !== now.title;
}

function isMostlyThere(before: ComparedScreen, after: ComparedScreen): boolean {
  const present = new Set(after.elements.flatMap(({ ref, was }) => [ref, ...was]));
  const keyboard = before.ime?.visible !== true && after.ime?.visible === true ? after.ime.frame : null;
  const shown = before.elements.filter((element) => !element.systemBar && !reachesInto(element, keyboard));
  return shown.filter((element) => present.has(element.ref)).length * 2 >= shown.length;
}

function reachesInto({ bounds }: UiElement, keyboard: Rect | null): boolean {
  return keyboard !== null && bounds.bottom > keyboard.top && bounds.top < keyboard.bottom;
}
