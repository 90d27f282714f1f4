import { type Rect, rectOf } from "../../../../src/base/geometry.js";
import { clockText } from "../ui/clock-text.js";
import type { View } from "../ui/view.js";
import type { Kernel } from "./kernel.js";
import type { Keyboard } from "./keyboard.js";
import type { Keyguard } from "./keyguard.js";
import type { AppProcess } from "./processes.js";
import type { SettingsNamespace } from "./settings-store.js";
import { type NewNotification, Shade } from "./shade.js";
import { navigationBarView, statusBarView } from "./system-bar-views.js";
import type { WindowManager } from "./window-manager.js";
import { LAYERS, type WindowSpec } from "./window-record.js";

export interface SystemUiOptions {
  readonly kernel: Kernel;
  readonly windows: WindowManager;
  readonly keyguard: Keyguard;
  readonly keyboard: Keyboard;
  readonly process: AppProcess;
  readonly batteryLevel: () => number;
  readonly putSetting: (namespace: SettingsNamespace, key: string, value: string) => void;
  readonly onBack: () => void;
  readonly onHome: () => void;
  readonly onRecents: () => void;
  /** Whether the area behind the bars is the wallpaper or dark, so that the bars are drawn in white. */
  readonly hasDarkBackdrop: () => boolean;
}

/** The shortest pull or swipe on the bars and the lock screen, in dp. */
const PULL_DP = 32;
const SWIPE_DP = 64;
/** How long the handle has to be held before its release shows the recent apps. */
const HOLD_FOR_RECENTS_MS = 350;

/** The user interface of com.android.systemui: status bar, shade with quick settings, lock screen, navigation bar. */
export class SystemUi {
  readonly #options: SystemUiOptions;
  readonly #shade: Shade;

  constructor(options: SystemUiOptions) {
    this.#options = options;
    this.#shade = new Shade({
      ...options,
      packageName: options.process.packageName,
      close: () => this.setShade(false),
    });
    this.#openWindows();
  }

  get isShadeOpen(): boolean {
    return this.#shade.isOpen;
  }

  /** Whether the shade or the lock screen covers the apps. */
  get isCovering(): boolean {
    return this.#shade.isOpen || this.#shade.isLockScreenShown;
  }

  /** Adds a notification to the shade; a tap on it removes it. */
  notify(notification: NewNotification): void {
    this.#shade.notify(notification);
  }

  setShade(isOpen: boolean): void {
    if (this.#shade.isOpen === isOpen) return;
    this.#shade.isOpen = isOpen;
    this.#options.keyboard.hide();
    this.#options.windows.transition();
    this.#options.kernel.changed("window", this.#options.process.packageName);
  }

  #openWindows(): void {
    const { windows, kernel } = this.#options;
    const { release } = kernel;
    windows.add({
      ...this.#base(),
      title: release.wallpaperTitle,
      kind: "wallpaper",
      layoutType: 2013,
      layer: LAYERS.wallpaper,
      content: nothing,
      placement: { at: "fill" },
      isFocusable: false,
      isTouchable: false,
    });
    for (const { title, layoutType } of release.idleWindows) {
      const idle = windows.add({
        ...this.#base(),
        title,
        kind: "systemOverlay",
        layoutType,
        layer: LAYERS.decor,
        content: nothing,
        placement: { at: "frame", frame: () => this.#idleFrame(title) },
        isFocusable: false,
        isTouchable: false,
      });
      idle.isVisible = false;
    }
    windows.add(this.#statusBarSpec());
    if (release.shadeTitle !== "StatusBar") windows.add(this.#shadeSpec());
    windows.add(this.#navigationBarSpec());
  }

  #base(): Pick<WindowSpec, "process" | "packageName"> {
    const { process } = this.#options;
    return { process, packageName: process.packageName };
  }

  #idleFrame(title: string): Rect {
    const { bounds, size } = this.#options.kernel.display;
    const bar = this.#options.kernel.display.statusBarFrame.bottom;
    if (title === "ScreenDecorOverlay") return rectOf(0, 0, size.width, bar);
    if (title === "ScreenDecorOverlayBottom") return rectOf(0, size.height - bar, size.width, size.height);
    return bounds;
  }

  /** Up to Android 10 the status bar's window grows over the whole screen for the shade and the lock screen. */
  #statusBarSpec(): WindowSpec {
    const { kernel, windows } = this.#options;
    const holdsShade = kernel.release.shadeTitle === "StatusBar";
    const isFull = () => holdsShade && this.isCovering;
    return {
      ...this.#base(),
      title: "StatusBar",
      kind: "statusBar",
      layoutType: 2000,
      layer: LAYERS.statusBar,
      placement: { at: "frame", frame: () => (isFull() ? kernel.display.bounds : kernel.display.statusBarFrame) },
      content: () =>
        isFull()
          ? {
              className: "android.widget.FrameLayout",
              arrange: "stack",
              width: "fill",
              height: "fill",
              children: [this.#shade.content(), { ...this.#statusBar(), height: this.#statusHeightDp() }],
            }
          : this.#statusBar(),
      get isFocusable() {
        return isFull();
      },
      get isModal() {
        return isFull();
      },
      get isTouchable() {
        return windows.bars().status || isFull();
      },
      onBack: () => this.#back(),
    };
  }

  #shadeSpec(): WindowSpec {
    const { kernel } = this.#options;
    const isCovering = () => this.isCovering;
    return {
      ...this.#base(),
      title: kernel.release.shadeTitle,
      kind: "notificationShade",
      layoutType: 2040,
      layer: LAYERS.shade,
      placement: { at: "fill" },
      content: () => this.#shade.content(),
      get isFocusable() {
        return isCovering();
      },
      get isModal() {
        return isCovering();
      },
      get isTouchable() {
        return isCovering();
      },
      onBack: () => this.#back(),
    };
  }

  #navigationBarSpec(): WindowSpec {
    const self = this;
    const { kernel, windows } = this.#options;
    return {
      ...this.#base(),
      title: kernel.release.navigationBarTitle,
      kind: "navigationBar",
      layoutType: 2019,
      layer: LAYERS.navigationBar,
      placement: { at: "frame", frame: () => kernel.display.navigationBarFrame },
      content: () => this.#navigationBar(),
      isFocusable: false,
      get isTouchable() {
        return windows.bars().navigation || self.isCovering;
      },
    };
  }

  /** Handles BACK on the shade or the lock screen. */
  #back(): void {
    const { keyguard } = this.#options;
    if (this.#shade.isOpen) this.setShade(false);
    else if (keyguard.isAsking) keyguard.cancel();
  }

  #statusHeightDp(): number {
    const { display } = this.#options.kernel;
    return display.statusBarFrame.bottom / display.density;
  }

  #statusBar(): View {
    const { kernel, windows, hasDarkBackdrop, batteryLevel } = this.#options;
    if (!windows.bars().status && !this.isCovering) return nothing();
    const { settings, scheduler, display } = kernel;
    const isWhite = hasDarkBackdrop() || this.isCovering;
    const insets = display.stableInsets({ status: false, navigation: windows.bars().navigation });
    return statusBarView({
      clock: clockText(scheduler.wallMs),
      batteryLevel: batteryLevel(),
      hasWifi: settings.get("global", "wifi_on") === "1",
      isAirplane: settings.get("global", "airplane_mode_on") === "1",
      color: isWhite ? 0xffffffff : "text",
      sideInset: { left: insets.left, right: insets.right },
      pullDistance: display.px(PULL_DP),
      onPullDown: () => {
        if (!this.#shade.isLockScreenShown) this.setShade(true);
      },
    });
  }

  #navigationBar(): View {
    const { kernel, windows, keyboard, hasDarkBackdrop, onBack, onHome, onRecents } = this.#options;
    const { display, scheduler } = kernel;
    if (!windows.bars().navigation && !this.isCovering) return nothing();
    const frame = display.navigationBarFrame;
    const isOnDark = (hasDarkBackdrop() || this.isCovering) && !keyboard.isVisible;
    let downAt = 0;
    return navigationBarView({
      mode: display.navigation,
      isVertical: frame.bottom - frame.top > frame.right - frame.left,
      color: isOnDark ? 0xffffffff : "textSoft",
      isKeyboardShown: keyboard.isVisible,
      onBack,
      onHome,
      onRecents,
      onTouch: (kind, _x, y) => {
        if (kind === "down") downAt = scheduler.now;
        const isSwipe = kind === "up" && y < -display.px(SWIPE_DP) / 2;
        if (isSwipe && scheduler.now - downAt > HOLD_FOR_RECENTS_MS + 250) onRecents();
        else if (isSwipe) onHome();
      },
    });
  }
}

function nothing(): View {
  return { className: "android.widget.FrameLayout", width: "fill", height: "fill", isImportant: false };
}
