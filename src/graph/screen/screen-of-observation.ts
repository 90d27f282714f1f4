import type { UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import type { SeenElement, SeenScreen } from "./screen-facts.js";

/** The fields of an observation that graphs use. */
export type ObservedScreen = Pick<Observation, "elements" | "screenSize"> & {
  readonly activeWindow: Pick<NonNullable<Observation["activeWindow"]>, "package" | "activity"> | null;
};

/** The screen of an observation. */
export function screenOfObservation({ elements, screenSize, activeWindow }: ObservedScreen): SeenScreen {
  return {
    app: activeWindow?.package ?? null,
    activity: activeWindow?.activity ?? null,
    size: { width: screenSize?.width ?? 0, height: screenSize?.height ?? 0 },
    elements: elements.map(elementOf),
  };
}

function elementOf(element: UiElement): SeenElement {
  const { bounds, parent, role, labels, value, resourceId, actions, checked, systemBar } = element;
  const isInSight = bounds.right > bounds.left && bounds.bottom > bounds.top;
  return {
    name: element.ref,
    parent,
    role,
    labels,
    value,
    resourceId,
    package: element.package,
    bounds: isInSight ? bounds : null,
    actions,
    enabled: element.enabled !== false,
    checked,
    selected: element.selected === true,
    password: element.password === true,
    scrollable: element.scrollable === true,
    systemBar,
  };
}
