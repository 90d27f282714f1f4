import { containsPoint, type Point } from "../base/geometry.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";

/** The element that receives a touch, or why it is unknown. */
export type UnderTouch = { readonly element: UiElement } | { readonly why: string };

/**
 * The element that receives a touch at this place: the last control drawn there in the frontmost window there. Never
 * the nearest one: if the hierarchy does not show it, it is unknown.
 */
export function underTouch(
  point: Point,
  { viewHierarchy, elements }: Pick<Observation, "viewHierarchy" | "elements">,
): UnderTouch {
  if (!viewHierarchy) return { why: "no hierarchy of the screen was read" };
  const there = viewHierarchy.windows.flatMap(({ layer, touchable, bounds }, place) => {
    const takes = touchable ?? (bounds ? [bounds] : []);
    return takes.some((part) => containsPoint(part, point)) ? [{ place, layer }] : [];
  });
  if (there.some(({ layer }) => layer === null) && there.length > 1)
    return { why: "the device does not say which window lies in front" };
  const front = there.toSorted((one, other) => (other.layer ?? 0) - (one.layer ?? 0))[0];
  if (!front) return { why: "no window is known there" };
  const element = elements.findLast((one) => {
    const isThere = one.window === front.place && containsPoint(one.bounds, point);
    return isThere && (isSlider(one) || one.actions.some((action) => TAKES.has(action))) && isListed(one);
  });
  if (element && isSlider(element))
    return { why: "a slider takes its value from the touched point, and no call repeats that" };
  return element ? { element } : { why: "no element at this point is known to accept touches" };
}

/**
 * Actions of views that handle a touch themselves. The switch of a row can be on or off, but is not clickable: the row
 * receives the touch (`android:clickable="false"` in AOSP's preference_widget_switch.xml).
 */
const TAKES: ReadonlySet<UiElement["actions"][number]> = new Set(["click", "longClick", "edit"]);

/** Sliders handle touches without being clickable (AOSP, AbsSeekBar.onTouchEvent). */
function isSlider({ role }: UiElement): boolean {
  return role === "slider";
}

function isListed({ sources }: UiElement): boolean {
  return sources.includes("hierarchy");
}

/** Ids of the buttons of the navigation bar, and the keys that they press. */
const BUTTONS: Readonly<Record<string, string>> = {
  "com.android.systemui:id/back": "back",
  "com.android.systemui:id/home": "home",
  "com.android.systemui:id/home_button": "home",
  "com.android.systemui:id/recent_apps": "recents",
};

/** The key that a button of the navigation bar presses; undefined for other elements. */
export function keyOfButton({ resourceId, systemBar }: UiElement): string | undefined {
  if (resourceId === null || !systemBar) return undefined;
  return Object.hasOwn(BUTTONS, resourceId) ? BUTTONS[resourceId] : undefined;
}
