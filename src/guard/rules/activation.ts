import { containsPoint, type Rect } from "../../base/geometry.js";
import type { UiElement } from "../../screen/element.js";
import type { FingerPath } from "../guarded-action.js";
import type { Situation } from "../rule.js";

/** Keys that act on the focused element like a touch. */
const ACTIVATES = /^(?:ENTER|NUMPAD_ENTER|DPAD_CENTER|SPACE|BUTTON_A|BUTTON_SELECT)$/;

/**
 * Whether the action presses its target by a touch or a key; a key never presses a field, whatever its words. A moving
 * finger that ends on the control where it began presses the control, too, also if it is one of two fingers
 * (View.onTouchEvent, pointInView with the touch slop).
 */
export function isActivation({ action, target }: Situation): boolean {
  if (action.kind === "tap") return true;
  if (action.kind === "swipe" || action.kind === "drag")
    return target !== null && containsPoint(grown(target.element.bounds), action.to);
  if (action.kind === "pinch") return target !== null && action.fingers.some((path) => staysOn(target.element, path));
  // Text reaches an element that is not a field as keys.
  const isPress =
    action.kind === "type"
      ? action.submits || action.text.includes(" ")
      : action.kind === "key" && ACTIVATES.test(action.key);
  return isPress && target?.element.role !== "field";
}

function staysOn({ bounds }: UiElement, { from, to }: FingerPath): boolean {
  const reach = grown(bounds);
  return containsPoint(reach, from) && containsPoint(reach, to);
}

/** The touch slop of Android's ViewConfiguration, 8 dp, on the densest screens, in px. */
const SLOP_PX = 32;

function grown({ left, top, right, bottom }: Rect): Rect {
  return { left: left - SLOP_PX, top: top - SLOP_PX, right: right + SLOP_PX, bottom: bottom + SLOP_PX };
}

/** Whether the window in front is a menu or a sheet: its rows are commands, not contents of a page. */
export function isMenu({ screen }: Situation): boolean {
  const { type = null, title = "" } = screen?.activeWindow ?? {};
  return type === "popup" || /^(?:PopupWindow|Pop-Up Window)/i.test(title);
}
