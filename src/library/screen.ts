import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import { renderScreen } from "../screen/screen-text.js";
import type { Element, Screen } from "./types.js";

/** An observation in the form that programs get. */
export function publicScreen(observation: Observation): Screen {
  const { activeWindow, parts } = observation;
  return Object.freeze({
    id: observation.observationId,
    device: observation.device.serial,
    takenAt: observation.timestamp,
    size: observation.screenSize,
    rotation: observation.rotation,
    app: activeWindow && { package: activeWindow.package, activity: activeWindow.activity },
    isKeyboardShown: observation.ime?.visible ?? null,
    isLocked: observation.keyguard?.showing ?? null,
    isOn: observation.power?.interactive ?? null,
    source: { name: observation.hierarchySource, ageMs: parts.hierarchy?.ageMs ?? null },
    elements: observation.elements.map(publicElement),
    gaps: observation.errors.map(({ probe, code, message }) => ({ part: probe, code, message })),
    text: renderScreen(observation, DEFAULT_OUTLINE),
  });
}

export function publicElement(element: UiElement): Element {
  return Object.freeze({
    ref: element.ref,
    type: element.role,
    content: element.labels.join(" "),
    labels: element.labels,
    value: element.value,
    error: element.error,
    bounds: element.bounds,
    id: element.resourceId,
    className: element.className,
    package: element.package,
    parent: element.parent,
    actions: element.actions,
    enabled: element.enabled,
    checked: element.checked,
    selected: element.selected,
    focused: element.focused,
    expanded: element.expanded,
    password: element.password,
    scrollable: element.scrollable,
    systemBar: element.systemBar,
    sources: element.sources,
    confidence: element.confidence,
  });
}
