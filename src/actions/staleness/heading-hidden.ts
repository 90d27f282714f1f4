import type { UiElement } from "../../screen/element.js";
import { quoteWords } from "../../screen/label.js";
import { withoutFigures } from "../../screen/meaning.js";
import type { Observation } from "../../screen/observation.js";
import type { Gap } from "./gap.js";

/** What a caller was shown, and the screen that its target was found on since. */
export interface FoundSince {
  /** Refs of what an act was done to. */
  readonly targetNames: readonly string[];
  readonly shown: Observation | null;
  readonly found: Observation | null;
}

/**
 * A heading over a target that was in sight when the caller was shown it, and went out of sight before the touch, as
 * where a keyboard opens: it may be another one by now. Null if its headings are in sight.
 */
export function headingHidden({ targetNames, shown, found }: FoundSince): Gap | null {
  if (!shown || !found || shown === found) return null;
  const element = found.elements.find(({ ref }) => ref === targetNames[0]);
  if (!element) return null;
  const { section, heading } = element.context;
  const hidden = [section, heading].find((words) => words !== null && says(shown, words) && !says(found, words));
  if (hidden === undefined || hidden === null) return null;
  return { kind: "unknown", why: `${quoteWords(hidden)} above it was out of sight, and may have been another heading` };
}

function says({ elements }: Observation, heading: string): boolean {
  return elements.some((one) => hasWords(one, heading));
}

function hasWords({ labels }: UiElement, heading: string): boolean {
  const said = labels.join(" ");
  return said === heading || withoutFigures(said) === heading;
}
