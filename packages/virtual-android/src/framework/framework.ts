import type { App } from "../apps/app.js";
import type { LogState, RunningServiceState } from "../phone-state.js";
import { AccessibilityEvents } from "./accessibility-events.js";
import { AccessibilityServices } from "./accessibility-services.js";
import { ActivityManager, type OpenActivity } from "./activity-manager.js";
import { openActivity } from "./activity-opener.js";
import { Animations } from "./animations.js";
import { AnrWatch } from "./anr-watch.js";
import { DEFAULT_LOCALE } from "./app-locales.js";
import { rotationOf } from "./display.js";
import type { ChangeKind, Kernel } from "./kernel.js";
import { Keyboard } from "./keyboard.js";
import { Keyguard, type LockKind } from "./keyguard.js";
import { Keys } from "./keys.js";
import { type KernelOptions, makeKernel } from "./make-kernel.js";
import { tickMinutes } from "./minute-tick.js";
import { Packages, splitComponent } from "./packages.js";
import { Pointer } from "./pointer.js";
import { Power } from "./power.js";
import type { AppProcess } from "./processes.js";
import type { SettingsNamespace } from "./settings-store.js";
import { SystemDialogs } from "./system-dialogs.js";
import { SystemUi } from "./system-ui.js";
import { Toasts } from "./toasts.js";
import { refreshVisibility } from "./visibility.js";
import { WindowManager } from "./window-manager.js";
import type { WindowRecord } from "./window-record.js";

export interface FrameworkOptions extends KernelOptions {
  readonly makeApps: () => readonly App[];
  readonly lock: LockKind;
  readonly pin: string;
  readonly onChange: (kind: ChangeKind) => void;
  readonly onNotResponding: (window: WindowRecord) => void;
}

/** The running phone: all its parts, connected with each other. */
export class Framework implements Disposable {
  readonly kernel: Kernel;
  readonly packages: Packages;
  readonly windows: WindowManager;
  readonly keyboard: Keyboard;
  readonly keyguard: Keyguard;
  readonly power: Power;
  readonly activities: ActivityManager;
  readonly systemUi: SystemUi;
  readonly toasts: Toasts;
  readonly dialogs: SystemDialogs;
  readonly pointer: Pointer;
  readonly keys: Keys;
  readonly animations: Animations;
  readonly anrs: AnrWatch;
  /** Creates all preinstalled apps again. */
  readonly makeApps: () => readonly App[];
  readonly permissions = new Set<string>();
  /** How often a user refused a permission (`package name`); the counts can be reset. */
  readonly refusals = new Map<string, number>();
  /** The properties that `setprop` set; they replace those of the build. */
  readonly properties = new Map<string, string>();
  readonly services: AccessibilityServices;
  readonly accessibilityEvents: AccessibilityEvents;
  clipboard: string | null = null;
  readonly log: LogState[] = [];
  readonly #onChange: (kind: ChangeKind) => void;
  runningServices: () => readonly RunningServiceState[] = () => [];
  /** Called to end all processes of a package that run without an activity. */
  onStop: (packageName: string) => void = () => {};
  #version = 0;
  #lastEventAt = 0;
  #isReady = false;

  constructor(options: FrameworkOptions) {
    this.#onChange = options.onChange;
    this.makeApps = options.makeApps;
    this.kernel = makeKernel(options, (kind, packageName) => this.changed(kind, packageName));
    this.packages = new Packages(options.makeApps());
    this.windows = new WindowManager(this.kernel, {
      fieldTapped: (window, field) => this.keyboard.show(window, field),
      acted: (window, type, className) => this.accessibilityEvents.acted(window, type, className),
    });
    this.services = new AccessibilityServices(this.kernel, this.packages, () => this.changed("look"));
    this.accessibilityEvents = new AccessibilityEvents(this.kernel, this.windows, () => this.power.isAwake);
    const systemUi = this.#startProcess("com.android.systemui");
    const server = this.#startProcess("android", "system");
    const keyboard = this.#startProcess(splitComponent(options.release.inputMethod).packageName);
    this.keyboard = new Keyboard(this.kernel, this.windows, keyboard);
    this.keyguard = new Keyguard({ kind: options.lock, pin: options.pin, changed: () => this.#keyguardChanged() });
    this.power = new Power(this.kernel, { changed: (isAwake) => this.#powerChanged(isAwake) });
    this.animations = new Animations(this.kernel, this.windows);
    this.toasts = new Toasts({
      ...{ kernel: this.kernel, windows: this.windows, systemUi },
      announce: (text, packageName) => this.accessibilityEvents.notification("android.widget.Toast", packageName, text),
    });
    this.dialogs = new SystemDialogs(this.kernel, this.windows, {
      process: server,
      actions: { closeApp: (name) => this.forceStop(name), waitFor: (name) => this.anrs.waitOn(name) },
    });
    this.anrs = new AnrWatch({
      kernel: this.kernel,
      packages: this.packages,
      dialogs: this.dialogs,
      onNotResponding: options.onNotResponding,
    });
    this.activities = new ActivityManager({
      kernel: this.kernel,
      packages: this.packages,
      open: (request) => this.#open(request),
      close: (record) => this.#close([record.window, ...record.overlays]),
      moved: () => this.refresh(),
    });
    this.systemUi = this.#makeSystemUi(systemUi);
    this.pointer = this.#makePointer();
    this.keys = this.#makeKeys();
    this.activities.goHome();
    this.#isReady = true;
    tickMinutes(this.kernel);
  }

  /** The number of changes so far. If it is the same, the screen is the same, except for animations. */
  get version(): number {
    return this.#version;
  }

  get lastEventAt(): number {
    return Math.max(this.#lastEventAt, this.animations.lastEventAt);
  }

  changed(kind: ChangeKind, packageName?: string): void {
    this.#version += 1;
    this.windows.invalidate();
    if (kind !== "look") this.#lastEventAt = this.kernel.scheduler.now;
    if (!this.#isReady) return;
    this.animations.settle();
    const drawing = packageName !== undefined && this.power.isAwake ? this.kernel.processes.all() : [];
    for (const process of drawing.filter((one) => one.packageName === packageName)) {
      process.meter?.drawn(this.kernel.scheduler.now);
      if (kind === "look") this.animations.ripple(process);
    }
    this.animations.update(this.power.isAwake);
    this.accessibilityEvents.changed(kind === "content", packageName);
    this.#onChange(kind);
  }

  /** Updates which windows are visible, the rotation of the screen, and the keyboard. */
  refresh(): void {
    refreshVisibility(this);
  }

  forceStop(packageName: string): void {
    this.services.forget(packageName);
    this.stopPackage(packageName, true);
  }

  /** Ends the processes of a package. */
  stopPackage(packageName: string, isForced = false): void {
    this.dialogs.dismiss(packageName);
    this.activities.stopPackage(packageName, isForced);
    this.onStop(packageName);
    this.changed("window", packageName);
  }

  /** Stores a setting, and applies it. */
  putSetting(namespace: SettingsNamespace, key: string, value: string | null): void {
    this.#withPossibleRotation(() => this.kernel.settings.put(namespace, key, value));
    if (key === "font_scale" || key === "ui_night_mode") this.windows.redraw();
    if (key === "screen_off_timeout") this.power.userActivity();
    if (namespace === "secure") this.services.update();
    this.changed(key === "user_rotation" || key === "accelerometer_rotation" ? "window" : "content");
  }

  setSensorRotation(rotation: number): void {
    this.#withPossibleRotation(() => {
      this.kernel.display.sensorRotation = rotationOf(rotation);
    });
    this.changed("window");
  }

  /** Runs a change that may rotate the screen. A rotation is a transition. */
  #withPossibleRotation(act: () => void): void {
    const before = this.kernel.display.rotation;
    act();
    if (this.kernel.display.rotation !== before) this.windows.turned();
    this.keyboard.resize();
  }

  /** Shows the lock screen at once. */
  lock(): void {
    this.keyguard.lock();
    this.#keyguardChanged();
  }

  [Symbol.dispose](): void {
    this.kernel.scheduler[Symbol.dispose]();
  }

  #startProcess(packageName: string, processName = packageName): AppProcess {
    return this.kernel.processes.start({
      packageName,
      processName,
      uid: this.packages.uidOf(packageName),
      draws: true,
    });
  }

  #open(request: Parameters<OpenActivity>[0]): ReturnType<OpenActivity> {
    return openActivity(
      {
        kernel: this.kernel,
        windows: this.windows,
        packages: this.packages,
        activities: this.activities,
        keyboard: this.keyboard,
        toasts: this.toasts,
        dialogs: this.dialogs,
        permissions: this.permissions,
        refusals: this.refusals,
        systemLocale: () => this.properties.get("persist.sys.locale") ?? DEFAULT_LOCALE,
        putSetting: (namespace, key, value) => this.putSetting(namespace, key, value),
      },
      request,
    );
  }

  #close(windows: readonly WindowRecord[]): void {
    for (const window of windows) {
      this.keyboard.forget(window);
      this.windows.remove(window);
    }
  }

  #keyguardChanged(): void {
    if (!this.keyguard.isShowing && this.#isReady) this.services.release();
    this.refresh();
    this.windows.transition();
    this.changed("window", "com.android.systemui");
  }

  #powerChanged(isAwake: boolean): void {
    this.pointer.cancel();
    this.keyboard.hide();
    if (!isAwake) {
      this.systemUi.setShade(false);
      this.keyguard.lock();
    }
    this.refresh();
    this.changed("window", "com.android.systemui");
  }

  #makeSystemUi(process: AppProcess): SystemUi {
    return new SystemUi({
      kernel: this.kernel,
      windows: this.windows,
      keyguard: this.keyguard,
      keyboard: this.keyboard,
      process,
      batteryLevel: () => this.power.batteryLevel,
      putSetting: (namespace, key, value) => this.putSetting(namespace, key, value),
      onBack: () => this.keys.back(),
      onHome: () => this.goHome(),
      onRecents: () => this.showRecents(),
      hasDarkBackdrop: () => {
        const front = this.activities.top?.found.activity;
        return front?.hasWallpaper === true || front?.isImmersive === true || front?.isSecure === true;
      },
    });
  }

  goHome(): void {
    if (this.keyguard.isShowing) return;
    this.systemUi.setShade(false);
    this.keyboard.hide();
    this.activities.goHome();
  }

  showRecents(): void {
    if (this.keyguard.isShowing) return;
    const component = "com.android.launcher3/com.android.quickstep.RecentsActivity";
    this.keyboard.hide();
    this.activities.start({ action: null, data: null, component, packageName: null, categories: [] }, { flags: 0 });
  }

  #makePointer(): Pointer {
    return new Pointer(this.kernel, this.windows, {
      isAwake: () => this.power.isAwake,
      userActivity: () => this.power.userActivity(),
      touched: () => this.power.used(),
      back: () => this.keys.back(),
      waiting: (window) => this.anrs.waits(window),
    });
  }

  #makeKeys(): Keys {
    return new Keys({
      kernel: this.kernel,
      windows: this.windows,
      keyboard: this.keyboard,
      keyguard: this.keyguard,
      power: this.power,
      home: () => this.goHome(),
      recents: () => this.showRecents(),
      openShade: () => this.systemUi.setShade(true),
      waiting: (window) => this.anrs.waits(window),
    });
  }
}
