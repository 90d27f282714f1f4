import type { ElementSelector } from "../../screen/selector-element.js";

/** The selector that names an element by its ref. */
export function refTarget(ref: string): ElementSelector {
  return {
    kind: "element",
    phrases: [{ ref, role: null, label: null, id: null, states: [], value: null, ordinal: null }],
  };
}
