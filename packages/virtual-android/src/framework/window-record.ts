import type { Rect } from "../../../../src/base/geometry.js";
import type { WindowKind } from "../phone-state.js";
import { type UiHost, UiRoot } from "../ui/ui-root.js";
import type { View } from "../ui/view.js";
import type { AppProcess } from "./processes.js";

/** The position of a window. `popup`: below a rectangle; `frame`: its owner computes the frame. */
export type Placement =
  | { readonly at: "fill" | "center" | "bottom" | "toast" }
  | { readonly at: "popup"; readonly anchor: Rect }
  | { readonly at: "frame"; readonly frame: () => Rect };

export interface WindowSpec {
  readonly title: string;
  readonly kind: WindowKind;
  readonly layoutType: number;
  readonly process: AppProcess;
  readonly packageName: string;
  readonly activityHash?: string | undefined;
  readonly placement: Placement;
  /** Windows of a higher layer are in front; within a layer, later windows are. */
  readonly layer: number;
  content(): View;
  readonly isFocusable?: boolean;
  /** Whether it also takes touches outside its frame. */
  readonly isModal?: boolean;
  readonly isTouchable?: boolean;
  readonly isSecure?: boolean;
  readonly hasDim?: boolean;
  /** Whether it covers everything behind it. */
  readonly isOpaque?: boolean;
  readonly hidesBars?: boolean;
  readonly animation?: "activity" | "dialog" | "none";
  readonly onOutsideTouch?: () => void;
  readonly onBack?: () => void;
}

/** One window: its identity, its views, and its visibility. */
export class WindowRecord {
  readonly hash: string;
  /** AccessibilityWindowInfo.getId, which is the same for all services. */
  readonly accessibilityId: number;
  readonly spec: WindowSpec;
  readonly ui: UiRoot;
  /** Set by its owner: a window of a stopped activity stays in the list, but is not visible. */
  isVisible = true;
  readonly shownAt: number;
  /** The end of its closing animation while that runs. */
  exitingUntil: number | undefined;

  constructor(ids: { readonly hash: string; readonly accessibilityId: number }, spec: WindowSpec, host: UiHost) {
    this.hash = ids.hash;
    this.accessibilityId = ids.accessibilityId;
    this.spec = spec;
    this.ui = new UiRoot(host, () => spec.content());
    this.shownAt = host.now();
  }

  get isExiting(): boolean {
    return this.exitingUntil !== undefined;
  }

  get isOnScreen(): boolean {
    return this.isVisible && !this.isExiting;
  }

  get canFocus(): boolean {
    return this.spec.isFocusable !== false && this.isOnScreen;
  }
}

/** How long a window fades in and out, in ms at scale 1. */
export const FADE_MS = { activity: 200, dialog: 150, none: 0 } as const;

/** The layers of these windows from back to front: WindowManagerPolicy.getWindowLayerFromTypeLw of AOSP. */
export const LAYERS = {
  wallpaper: 1,
  application: 2,
  toast: 7,
  systemDialog: 9,
  inputMethod: 13,
  statusBar: 15,
  shade: 17,
  navigationBar: 24,
  decor: 30,
} as const;
