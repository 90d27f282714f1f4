import { containsPoint, type Point, type Rect, rectOf } from "../../../../src/base/geometry.js";
import type { FieldModel } from "../ui/field.js";
import { type Placed, sizeOf } from "../ui/layout.js";
import { type Kernel, layoutEnv, scaled } from "./kernel.js";
import { WindowRecord, type WindowSpec } from "./window-record.js";

/** The duration of AOSP's opening animations in ms at scale 1; no window has the focus during them. */
const OPEN_MS = { activity: 300, dialog: 250, none: 0 } as const;
const CLOSE_MS = { activity: 300, dialog: 200, none: 0 } as const;
/** The time until a new window has drawn its first frame, at any animation scale. */
const FIRST_FRAME_MS = 34;

export interface WindowCallbacks {
  /** A text field of a window was tapped. */
  fieldTapped(window: WindowRecord, field: FieldModel): void;
  /** A view of this class was clicked. */
  acted(window: WindowRecord, kind: "clicked" | "longClicked", className: string): void;
}

/** All windows: their order, frames and views, and the window with the focus. */
export class WindowManager {
  readonly #kernel: Kernel;
  readonly #callbacks: WindowCallbacks;
  #windows: readonly WindowRecord[] = [];
  /** The same windows, front first; undefined after a change. */
  #ordered: readonly WindowRecord[] | undefined;
  #focusBlockedUntil = 0;
  #count = 0;
  /** The height in pixels that the keyboard takes at the bottom; the keyboard sets it. */
  imeHeight = 0;

  constructor(kernel: Kernel, callbacks: WindowCallbacks) {
    this.#kernel = kernel;
    this.#callbacks = callbacks;
  }

  /** All windows, front first, including windows that are closing. */
  all(): readonly WindowRecord[] {
    this.#ordered ??= this.#windows.toReversed().sort((a, b) => b.spec.layer - a.spec.layer);
    return this.#ordered;
  }

  add(spec: WindowSpec): WindowRecord {
    const { scheduler, display, release } = this.#kernel;
    const kernel = this.#kernel;
    const window: WindowRecord = new WindowRecord(this.#nextIds(), spec, {
      get density() {
        return display.density;
      },
      longPressMs: release.longPressMs,
      now: () => scheduler.now,
      after: (ms, run) => scheduler.after(ms, () => spec.process.post(scheduler.now, run)),
      changed: (kind) => kernel.changed(kind, spec.packageName),
      fieldTapped: (field) => this.#callbacks.fieldTapped(window, field),
      acted: (kind, className) => this.#callbacks.acted(window, kind, className),
    });
    this.#put([...this.#windows, window]);
    if (spec.isFocusable !== false) this.#blockFocus(OPEN_MS[spec.animation ?? "none"]);
    kernel.changed("window", spec.packageName);
    return window;
  }

  /** Closes a window. During its animation it stays in the list, without touch or focus. */
  remove(window: WindowRecord): void {
    if (window.isExiting || !this.#windows.includes(window)) return;
    const ms = window.isVisible
      ? scaled(this.#kernel, CLOSE_MS[window.spec.animation ?? "none"], "window_animation_scale")
      : 0;
    const hadFocus = this.focused() === window;
    window.ui.touchCancel();
    window.exitingUntil = this.#kernel.scheduler.now + ms;
    if (ms === 0) this.#drop(window);
    else this.#kernel.scheduler.after(ms, () => this.#drop(window));
    if (hadFocus && ms > 0) this.#blockFocus(CLOSE_MS[window.spec.animation ?? "none"]);
    this.#kernel.changed("window", window.spec.packageName);
  }

  /** Brings a window to the front of its layer. */
  raise(window: WindowRecord): void {
    this.#put([...this.#windows.filter((other) => other !== window), window]);
  }

  /** No window has the focus during a transition. */
  transition(): void {
    this.#blockFocus(OPEN_MS.activity);
  }

  /** The screen was rotated or resized. */
  turned(): void {
    this.transition();
    this.redraw();
  }

  /** The configuration has changed: all windows on the screen are laid out and drawn again. */
  redraw(): void {
    const shown = this.all().filter((window) => window.isOnScreen);
    for (const { meter } of new Set(shown.map(({ spec }) => spec.process))) meter?.drawn(this.#kernel.scheduler.now);
  }

  /** The window that gets keys; null during a transition. */
  focused(): WindowRecord | null {
    if (this.#kernel.scheduler.now < this.#focusBlockedUntil) return null;
    return this.keyTarget();
  }

  /** The window that has the focus after the transition. */
  keyTarget(): WindowRecord | null {
    return this.all().find((window) => window.canFocus) ?? null;
  }

  /** The window that gets a touch at this point. */
  windowAt(point: Point): WindowRecord | undefined {
    return this.all().find((window) => {
      if (!window.isOnScreen || window.spec.isTouchable === false) return false;
      if (window.spec.isModal) return true;
      return containsPoint(this.frameOf(window), point);
    });
  }

  /** Whether each bar is shown: the front activity window that fills the screen decides. */
  bars(): { readonly status: boolean; readonly navigation: boolean } {
    const front = this.all().find((w) => w.isOnScreen && w.spec.kind === "application");
    const areShown = front?.spec.hidesBars !== true || this.imeHeight > 0;
    return { status: front?.spec.hidesBars !== true, navigation: areShown };
  }

  frameOf(window: WindowRecord): Rect {
    const { placement } = window.spec;
    if (placement.at === "frame") return placement.frame();
    if (placement.at === "fill") return this.#kernel.display.bounds;
    return this.#floatingFrame(window);
  }

  /** The window's views with their current layout. */
  layoutOf(window: WindowRecord): Placed {
    return window.ui.layout(this.frameOf(window), layoutEnv(this.#kernel));
  }

  invalidate(): void {
    const { now } = this.#kernel.scheduler;
    for (const window of this.#windows) {
      if (!window.spec.process.isBlocked(now)) window.ui.invalidate();
    }
  }

  #floatingFrame(window: WindowRecord): Rect {
    const { display } = this.#kernel;
    const bounds = display.bounds;
    const insets = display.stableInsets(this.bars());
    const area = rectOf(
      insets.left,
      insets.top,
      bounds.right - insets.right,
      bounds.bottom - Math.max(insets.bottom, this.imeHeight),
    );
    const limit = { width: area.right - area.left, height: area.bottom - area.top };
    const { placement } = window.spec;
    const size = sizeOf(window.ui.view(), this.#limitFor(window, limit), layoutEnv(this.#kernel));
    if (placement.at === "popup") return popupFrame(placement.anchor, size, area);
    const left = area.left + ((limit.width - size.width) >> 1);
    if (placement.at === "bottom") return rectOf(left, area.bottom - size.height, left + size.width, area.bottom);
    if (placement.at === "toast") {
      const bottom = area.bottom - display.px(56);
      return rectOf(left, bottom - size.height, left + size.width, bottom);
    }
    const top = area.top + ((limit.height - size.height) >> 1);
    return rectOf(left, top, left + size.width, top + size.height);
  }

  /** The largest size of a dialog: Theme.Material's windowMinWidth, 95 % of a portrait screen. */
  #limitFor(window: WindowRecord, limit: { width: number; height: number }): { width: number; height: number } {
    const { display } = this.#kernel;
    if (window.spec.placement.at !== "center") return limit;
    return { ...limit, width: Math.min(Math.floor(limit.width * 0.95), display.px(420)) };
  }

  #nextIds(): { readonly hash: string; readonly accessibilityId: number } {
    this.#count += 1;
    return { hash: this.#kernel.random.hash(), accessibilityId: this.#count };
  }

  #blockFocus(ms: number): void {
    const { scheduler } = this.#kernel;
    const length = FIRST_FRAME_MS + scaled(this.#kernel, ms, "transition_animation_scale");
    if (ms === 0) return;
    this.#focusBlockedUntil = Math.max(this.#focusBlockedUntil, scheduler.now + length);
    scheduler.after(length, () => this.#kernel.changed("window"));
  }

  #put(windows: readonly WindowRecord[]): void {
    this.#windows = windows;
    this.#ordered = undefined;
  }

  #drop(window: WindowRecord): void {
    this.#put(this.#windows.filter((other) => other !== window));
    this.#kernel.changed("look");
  }
}

/** Below the anchor and aligned with its right edge, moved into the area. */
function popupFrame(anchor: Rect, size: { width: number; height: number }, area: Rect): Rect {
  const fitsBelow = anchor.top + size.height <= area.bottom;
  const top = Math.max(area.top, fitsBelow ? anchor.top : anchor.bottom - size.height);
  const left = Math.max(area.left, Math.min(anchor.right - size.width, area.right - size.width));
  return rectOf(left, top, left + size.width, top + size.height);
}
