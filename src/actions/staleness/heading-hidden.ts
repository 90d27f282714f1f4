import type { UiElement } from "../../screen/element.js";
import { quoteWords } from "../../screen/label.js";
import { withoutFigures } from "../../screen/meaning.js";
import type { Observation } from "../../screen/observation.js";
import type { Gap } from "./gap.js";

/** The screen that a caller was shown, and the later screen on which its target was found. */
export interface FoundSince {
  /** The refs of the action's targets. */
  readonly targetNames: readonly string[];
  readonly shown: Observation | null;
  readonly found: Observation | null;
}

/**
 * Finds a heading above the target that was visible when the caller was shown it and not before the touch, as after a
 * keyboard opened: its words may have changed since. Null if the headings are visible.
 */
export function headingHidden({ targetNames, shown, found }: FoundSince): Gap | null {
  if (!shown || !found || shown === found) return null;
  const element = found.elements.find(({ ref }) => ref === targetNames[0]);
  if (!element) return null;
  const { section, heading } = element.context;
  const hidden = [section, heading].find((words) => words !== null && says(shown, words) && !says(found, words));
  if (hidden === undefined || hidden === null) return null;
  return {
    kind: "unknown",
    why: `${quoteWords(hidden)} above the target was out of sight, and may have been replaced by another heading`,
  };
}

function says({ elements }: Observation, heading: string): boolean {
  return elements.some((one) => hasWords(one, heading));
}

function hasWords({ labels }: UiElement, heading: string): boolean {
  const said = labels.join(" ");
  return said === heading || withoutFigures(said) === heading;
}
