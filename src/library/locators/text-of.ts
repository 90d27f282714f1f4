import type { UiElement } from "../../screen/element.js";

/** The text of an element: the value of a field, else its labels as the outline shows them. */
export function textOfElement({ value, labels }: UiElement): string {
  return value ?? labels.join(" ");
}
