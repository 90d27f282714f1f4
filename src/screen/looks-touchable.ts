import { isTouchTarget, type Role, type UiElement } from "./element.js";

/** Roles of touchable elements, which a detector may assign where the hierarchy reports only a text, image or group. */
const TOUCHED: ReadonlySet<Role> = new Set(["button", "field", "checkbox", "switch", "radio", "slider", "tab", "row"]);

/**
 * True for elements that are touchable according to the hierarchy, and for elements that only a detector found
 * touchable: these keep the `actions` of the hierarchy and have the role that the detector assigned.
 */
export function looksTouchable(element: Pick<UiElement, "actions" | "role" | "sources" | "vision">): boolean {
  if (isTouchTarget(element)) return true;
  return element.vision?.why === "matched" && element.sources.includes("vision") && TOUCHED.has(element.role);
}
