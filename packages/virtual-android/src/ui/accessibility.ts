import { isEmpty } from "../../../../src/base/geometry.js";
import type { AccessibilityNodeState } from "../accessibility-state.js";
import type { FieldModel } from "./field.js";
import { takesTouches } from "./hit.js";
import type { Placed } from "./layout.js";
import type { View } from "./view.js";

/** The facts besides the views that determine the reported tree. */
export interface AccessibilityEnv {
  readonly packageName: string;
  readonly apiLevel: number;
  readonly focusedField: FieldModel | undefined;
  readonly focusedPath: string | undefined;
}

/** A reported node and its view. */
export interface ReportedView {
  readonly node: AccessibilityNodeState;
  readonly placed: Placed;
  readonly children: readonly ReportedView[];
}

/** The tree as AccessibilityNodeInfo would report it; undefined for a view that is hidden from accessibility. */
export function nodeOf(placed: Placed, env: AccessibilityEnv): AccessibilityNodeState | undefined {
  return reportOf(placed, env)?.node;
}

/** The same tree with the views, for code that acts on the nodes. */
export function reportOf(placed: Placed, env: AccessibilityEnv): ReportedView | undefined {
  const { view } = placed;
  if (view.isHidden) return undefined;
  const isAttached = !isRecycling(view);
  const children = placed.children
    .filter((child) => isAttached || !isEmpty(child.visible))
    .flatMap((child) => reportOf(child, env) ?? []);
  const node = {
    className: view.className,
    packageName: env.packageName,
    text: textOf(view, env),
    contentDescription: view.label ?? "",
    hint: hintOf(view),
    resourceId: resourceIdOf(view, env.packageName),
    bounds: placed.visible,
    ...statesOf(placed, env),
    isVisibleToUser: !isEmpty(placed.visible),
    isImportant: view.isImportant ?? isMeaningful(view),
    stateDescription: view.stateDescription ?? "",
    isShowingHint: view.field !== undefined && view.field.text === "" && hintOf(view) !== "",
    children: children.map((child) => child.node),
  };
  return { node, placed, children };
}

/** List views have no views for rows outside the visible part. */
function isRecycling(view: View): boolean {
  return /RecyclerView|ListView|GridView/.test(view.className);
}

function statesOf({ view, path }: Placed, env: AccessibilityEnv) {
  const isClickable = Boolean(view.onClick ?? view.field ?? view.onDoubleTap);
  return {
    isCheckable: view.checked !== undefined,
    isChecked: view.checked === true,
    isClickable,
    isEnabled: view.isDisabled !== true,
    isFocusable: view.isFocusable ?? (isClickable || view.slider !== undefined),
    isFocused: view.field ? view.field === env.focusedField : path === env.focusedPath,
    isScrollable: view.scroll?.canScroll === true,
    isLongClickable: view.onLongClick !== undefined || view.field !== undefined,
    isPassword: view.field?.isPassword === true,
    isSelected: view.isSelected === true,
  };
}

/**
 * TextView.onInitializeAccessibilityNodeInfoInternal: an empty field reports its hint as text. A password field reports
 * dots from API 26 on, and an empty text before.
 */
function textOf(view: View, env: AccessibilityEnv): string {
  if (view.spokenText !== undefined) return view.spokenText;
  const { field } = view;
  if (!field) return view.text?.value ?? "";
  if (field.isPassword && env.apiLevel < 26) return "";
  return field.text === "" ? hintOf(view) : field.shownText;
}

function hintOf(view: View): string {
  return view.field && view.text && view.field.text === "" ? view.text.value : (view.hint ?? "");
}

function resourceIdOf(view: View, packageName: string): string {
  if (view.id === undefined || view.id.includes(":")) return view.id ?? "";
  return `${packageName}:id/${view.id}`;
}

/** View.isImportantForAccessibility in its automatic mode. */
function isMeaningful(view: View): boolean {
  const says = view.label !== undefined || (view.text !== undefined && view.text.value !== "");
  return (
    says || takesTouches(view) || view.scroll !== undefined || view.checked !== undefined || view.isFocusable === true
  );
}

/** All texts of a view: its text and its description. */
export function accessibleText(view: View): readonly string[] {
  const text =
    view.spokenText ?? (view.field && view.field.text !== "" ? view.field.shownText : (view.text?.value ?? ""));
  return [text, view.label ?? ""].filter((words) => words !== "");
}
