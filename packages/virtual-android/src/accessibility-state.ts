import type { Rect } from "../../../src/base/geometry.js";

/** One node as the accessibility framework would report it, in drawing order. */
export interface AccessibilityNodeState {
  readonly className: string;
  readonly packageName: string;
  readonly text: string;
  readonly contentDescription: string;
  readonly hint: string;
  readonly resourceId: string;
  readonly bounds: Rect;
  readonly isCheckable: boolean;
  readonly isChecked: boolean;
  readonly isClickable: boolean;
  readonly isEnabled: boolean;
  readonly isFocusable: boolean;
  readonly isFocused: boolean;
  readonly isScrollable: boolean;
  readonly isLongClickable: boolean;
  readonly isPassword: boolean;
  readonly isSelected: boolean;
  readonly isVisibleToUser: boolean;
  /** False for layout wrappers, which `uiautomator dump --compressed` omits. */
  readonly isImportant: boolean;
  /** Reported from API 30 on; empty if the app sets no description. */
  readonly stateDescription?: string;
  /** Whether `text` is the hint of an empty field; reported from API 26 on. */
  readonly isShowingHint?: boolean;
  readonly children: readonly AccessibilityNodeState[];
}

export interface AccessibilityWindowState {
  readonly windowHash: string;
  readonly title: string;
  readonly kind: "application" | "inputMethod" | "system";
  readonly isActive: boolean;
  readonly bounds: Rect;
  readonly root: AccessibilityNodeState | null;
}
