import type { UiElement } from "./element.js";
import type { Observation } from "./observation.js";

/**
 * A note that the text of a field may be its hint, if the source does not distinguish hints from entered text
 * (uiautomator below Android 14, AccessibilityNodeInfo below Android 8). Null if no such field has a text.
 */
export function fieldsNote({ viewHierarchy, elements }: Observation): string | null {
  const isUncertain = ({ node, actions, value, password }: UiElement) => {
    const { text = null, hint = null } = (node === null ? undefined : viewHierarchy?.nodes[node]) ?? {};
    return (
      actions.includes("edit") && value === null && password !== true && text !== null && text !== "" && hint === null
    );
  };
  const isAny = elements.some((element) => !element.systemBar && isUncertain(element));
  return isAny ? "(The text of a field may be its hint: this source does not report which.)" : null;
}
