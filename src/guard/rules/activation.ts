import type { Situation } from "../rule.js";

/** Keys that do what a touch does to what has the focus. */
const ACTIVATES = /^(?:ENTER|NUMPAD_ENTER|DPAD_CENTER|SPACE|BUTTON_A|BUTTON_SELECT)$/;

/** Whether what an action is for is touched, or activated by a key; a field is no button, whatever its words. */
export function isActivation({ action, target }: Situation): boolean {
  if (action.kind === "tap") return true;
  return action.kind === "key" && ACTIVATES.test(action.key) && target?.element.role !== "field";
}

/** Whether what is in front is a menu or a sheet, whose rows are commands, and not the page itself. */
export function isMenu({ screen }: Situation): boolean {
  const { type = null, title = "" } = screen?.activeWindow ?? {};
  return type === "popup" || /^(?:PopupWindow|Pop-Up Window)/i.test(title);
}
