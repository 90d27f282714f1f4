import type { Rect } from "../../../../src/base/geometry.js";
import type { WindowKind } from "../phone-state.js";
import { type UiHost, UiRoot } from "../ui/ui-root.js";
import type { View } from "../ui/view.js";
import type { AppProcess } from "./processes.js";

/** Where a window stands. `popup` hangs below a rectangle, `frame` is computed by its owner. */
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
  /** Higher layers are in front; within a layer, later windows. */
  readonly layer: number;
  content(): View;
  readonly isFocusable?: boolean;
  /** Takes the touches outside its frame too. */
  readonly isModal?: boolean;
  readonly isTouchable?: boolean;
  readonly isSecure?: boolean;
  readonly hasDim?: boolean;
  /** Covers everything behind it. */
  readonly isOpaque?: boolean;
  readonly hidesBars?: boolean;
  readonly animation?: "activity" | "dialog" | "none";
  readonly onOutsideTouch?: () => void;
  readonly onBack?: () => void;
}

/** One window: its identity, its views, and whether it is on the screen. */
export class WindowRecord {
  readonly hash: string;
  /** AccessibilityWindowInfo.getId: the same for every service. */
  readonly accessibilityId: number;
  readonly spec: WindowSpec;
  readonly ui: UiRoot;
  /** Set by its owner: a window of a stopped activity stays in the list, unseen. */
  isVisible = true;
  readonly shownAt: number;
  /** While its closing animation runs. */
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

/** How long a window takes to fade in and out, in ms at scale 1. */
export const FADE_MS = { activity: 200, dialog: 150, none: 0 } as const;

/** Layers from back to front: WindowManagerPolicy.getWindowLayerFromTypeLw of AOSP, as far as the windows here go. */
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
