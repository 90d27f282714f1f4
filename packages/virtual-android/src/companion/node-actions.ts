import type { ReportedView } from "../ui/accessibility.js";
import type { NodeAction } from "./vocabulary.js";

/**
 * The actions that View.onInitializeAccessibilityNodeInfo and its overrides add for a view, in the order of their ids.
 */
export function actionsOf(
  { node, placed }: ReportedView,
  env: { apiLevel: number; now: number },
): readonly NodeAction[] {
  const { view } = placed;
  const { field, slider, scroll } = view;
  const isOn = node.isEnabled;
  const canGo = (forward: boolean) => scroll !== undefined && canScroll(scroll.offsetAt(env.now), scroll.max, forward);
  const offers: readonly (readonly [NodeAction, boolean])[] = [
    ["focus", node.isFocusable && !node.isFocused],
    ["clearFocus", node.isFocused],
    ["select", true],
    ["clearSelection", true],
    ["click", isOn && node.isClickable],
    ["longClick", isOn && node.isLongClickable],
    ["accessibilityFocus", node.isVisibleToUser],
    ["scrollForward", isOn && canGo(true)],
    ["scrollBackward", isOn && canGo(false)],
    ["copy", field?.isSelected === true && !field.isPassword],
    ["paste", isOn && field !== undefined],
    ["cut", isOn && field?.isSelected === true && !field.isPassword],
    ["setSelection", field !== undefined && field.text !== ""],
    ["setText", isOn && field !== undefined],
    ["showOnScreen", true],
    ["scrollUp", isOn && scroll?.axis === "vertical" && canGo(false)],
    ["scrollLeft", isOn && scroll?.axis === "horizontal" && canGo(false)],
    ["scrollDown", isOn && scroll?.axis === "vertical" && canGo(true)],
    ["scrollRight", isOn && scroll?.axis === "horizontal" && canGo(true)],
    ["setProgress", isOn && slider !== undefined],
    ["imeEnter", isOn && field !== undefined && !field.isMultiline && env.apiLevel >= 30],
  ];
  return offers.flatMap(([action, isOffered]) => (isOffered ? [action] : []));
}

function canScroll(offset: number, max: number, forward: boolean): boolean {
  return forward ? offset < max : offset > 0;
}
