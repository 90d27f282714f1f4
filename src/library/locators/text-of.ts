import type { UiElement } from "../../screen/element.js";

/** What an element says: what a field holds, else its labels as the outline shows them. */
export function textOfElement({ value, labels }: UiElement): string {
  return value ?? labels.join(" ");
}
