import { clockText, dateText } from "../ui/clock-text.js";
import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import type { Kernel } from "./kernel.js";
import type { Keyguard } from "./keyguard.js";
import { lockScreenView, pinPadView } from "./lock-views.js";
import type { SettingsNamespace } from "./settings-store.js";
import { type NotificationFacts, shadeView, type TileFacts } from "./shade-views.js";

export interface ShadeOptions {
  readonly kernel: Kernel;
  readonly keyguard: Keyguard;
  readonly packageName: string;
  readonly putSetting: (namespace: SettingsNamespace, key: string, value: string) => void;
  readonly close: () => void;
}

/** A notification that an app posts; without a package it is the system's. */
export type NewNotification = Omit<NotificationFacts, "onClick" | "onDismiss"> & {
  readonly packageName?: string;
  readonly id?: number;
  readonly tag?: string | null;
  readonly onClick?: () => void;
};

const SWIPE_DP = 64;

/** The content of the shade's window: the lock screen, the PIN pad, or notifications and quick settings. */
export class Shade {
  readonly #options: ShadeOptions;
  readonly #scroll = new ScrollModel();
  #isOpen = false;
  #lastId = 0;
  #isFlashlightOn = false;

  constructor(options: ShadeOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** It always opens scrolled to its start. */
  set isOpen(isOpen: boolean) {
    if (isOpen) this.#scroll.scrollTo(0);
    this.#isOpen = isOpen;
  }

  get isLockScreenShown(): boolean {
    const { isShowing, isOccluded } = this.#options.keyguard;
    return isShowing && !isOccluded;
  }

  notify(notification: NewNotification): void {
    const { notifications } = this.#options.kernel.managers;
    const { packageName = "com.android.systemui", id = this.#newId(), tag = null, onClick, ...look } = notification;
    const entry: NotificationFacts = {
      ...look,
      onClick: () => {
        notifications.remove(entry);
        this.#options.close();
        onClick?.();
      },
      onDismiss: () => {
        notifications.remove(entry);
        this.#options.kernel.changed("content", this.#options.packageName);
      },
    };
    notifications.post({ packageName, id, tag, title: look.title, text: look.text }, entry);
    this.#options.kernel.changed("content", this.#options.packageName);
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  content(): View {
    const { keyguard, kernel } = this.#options;
    if (keyguard.isAsking && this.isLockScreenShown) return this.#pinPad();
    if (this.isLockScreenShown) return this.#lockScreen();
    if (!this.isOpen) return nothing();
    const { scheduler, settings, display } = kernel;
    return shadeView({
      clock: clockText(scheduler.wallMs),
      date: dateText(scheduler.wallMs),
      topInset: display.statusBarFrame.bottom,
      tiles: this.#tiles(),
      brightness: {
        value: settings.number("system", "screen_brightness", 102),
        onChange: (value) => this.#options.putSetting("system", "screen_brightness", String(value)),
      },
      notifications: kernel.managers.notifications.shown,
      onClearAll: () => kernel.managers.notifications.clear(),
      onSwipeUp: () => this.#options.close(),
      onTouch: this.#swipeUp(() => this.#options.close()),
      scroll: this.#scroll,
    });
  }

  #lockScreen(): View {
    const { keyguard, kernel } = this.#options;
    const { scheduler, display } = kernel;
    return lockScreenView({
      clock: clockText(scheduler.wallMs),
      date: dateText(scheduler.wallMs),
      isSecure: keyguard.kind === "pin",
      notifications: kernel.managers.notifications.shown.slice(0, 2),
      insets: {
        top: display.statusBarFrame.bottom,
        bottom: display.stableInsets({ status: true, navigation: true }).bottom,
      },
      onTouch: this.#swipeUp(() => keyguard.dismiss()),
    });
  }

  #pinPad(): View {
    const { keyguard, kernel } = this.#options;
    const { display } = kernel;
    return pinPadView({
      message: keyguard.message,
      enteredLength: keyguard.enteredLength,
      insets: {
        top: display.statusBarFrame.bottom,
        bottom: display.stableInsets({ status: true, navigation: true }).bottom,
      },
      isLandscape: display.size.width > display.size.height,
      onDigit: (digit) => keyguard.type(digit),
      onErase: () => keyguard.erase(),
      onEnter: () => keyguard.enter(),
    });
  }

  #tiles(): readonly TileFacts[] {
    const setting = (
      title: string,
      symbol: TileFacts["symbol"],
      key: readonly [SettingsNamespace, string, string, string],
    ): TileFacts => {
      const [namespace, name, on, off] = key;
      const isOn = this.#options.kernel.settings.get(namespace, name) === on;
      return { title, symbol, isOn, onClick: () => this.#options.putSetting(namespace, name, isOn ? off : on) };
    };
    return [
      setting("Wi-Fi", "wifi", ["global", "wifi_on", "1", "0"]),
      setting("Bluetooth", "bluetooth", ["global", "bluetooth_on", "1", "0"]),
      setting("Airplane mode", "plane", ["global", "airplane_mode_on", "1", "0"]),
      setting("Auto-rotate", "refresh", ["system", "accelerometer_rotation", "1", "0"]),
      setting("Dark theme", "moon", ["secure", "ui_night_mode", "2", "1"]),
      {
        title: "Flashlight",
        symbol: "flash",
        isOn: this.#isFlashlightOn,
        onClick: () => {
          this.#isFlashlightOn = !this.#isFlashlightOn;
        },
      },
    ];
  }

  #swipeUp(run: () => void): NonNullable<View["onTouch"]> {
    const distance = this.#options.kernel.display.px(SWIPE_DP);
    let startY = 0;
    return (kind, _x, y) => {
      if (kind === "down") startY = y;
      else if (kind === "up" && startY - y > distance) run();
    };
  }
}

function nothing(): View {
  return { className: "android.widget.FrameLayout", width: "fill", height: "fill", isImportant: false };
}
