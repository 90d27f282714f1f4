import { isTouchTarget, type Role, type UiElement } from "./element.js";

/** Roles that a detector's kind gives to an element that the hierarchy calls a mere text, picture or group. */
const TOUCHED: ReadonlySet<Role> = new Set(["button", "field", "checkbox", "switch", "radio", "slider", "tab", "row"]);

/**
 * True for what takes a touch by the hierarchy's word, and for what the hierarchy calls not touchable while a detector
 * saw something to touch there: its `actions` stay as the hierarchy says, its role is the detected one.
 */
export function looksTouchable(element: Pick<UiElement, "actions" | "role" | "sources" | "vision">): boolean {
  if (isTouchTarget(element)) return true;
  return element.vision?.why === "matched" && element.sources.includes("vision") && TOUCHED.has(element.role);
}
