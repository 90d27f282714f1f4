import { center, isEmpty, type Point } from "../base/geometry.js";
import type { Clock } from "./clock.js";
import type {
  AccessibilityWindowState,
  KeyName,
  LaunchOptions,
  LaunchResult,
  Phone,
  PhoneFiles,
  PhoneIntent,
  ScreenPixels,
} from "./phone.js";
import type { BuildState, PhoneState, Rotation } from "./phone-state.js";
import { Compositor } from "./system/compositor.js";
import { accessibilityWindows } from "./system/hierarchy.js";
import type { ChangeKind } from "./system/kernel.js";
import type { SettingsNamespace } from "./system/settings-store.js";
import type { Shade } from "./system/shade.js";
import { snapshot } from "./system/snapshot.js";
import { System, type SystemOptions } from "./system/system.js";
import { accessibleText } from "./ui/accessibility.js";
import { everyView, takesTouches } from "./ui/hit.js";

export interface VirtualPhoneParts {
  readonly build: BuildState;
  readonly files: PhoneFiles;
  readonly system: Omit<SystemOptions, "onChange">;
}

/** Input waits this long at most for an app that does not take it: WAIT_FOR_FINISH of InputDispatcher. */
const MAX_INPUT_WAIT_MS = 5000;

/**
 * The phone behind the adb protocols. Besides what {@link Phone} promises to the commands, it can be put into any state,
 * for demos and tests. Dispose of it to stop its clock.
 */
export class VirtualPhone implements Phone, Disposable {
  readonly files: PhoneFiles;
  readonly clock: Clock;
  readonly #build: BuildState;
  readonly #system: System;
  readonly #compositor: Compositor;
  readonly #listeners = new Set<(kind: ChangeKind) => void>();

  constructor(parts: VirtualPhoneParts) {
    this.files = parts.files;
    this.clock = parts.system.clock;
    this.#build = parts.build;
    this.#system = new System({ ...parts.system, onChange: (kind) => this.#announce(kind) });
    this.#compositor = new Compositor(this.#system.kernel, this.#system.windows);
  }

  state(): PhoneState {
    this.#sync();
    return snapshot(this.#system, this.#build);
  }

  pixels(): ScreenPixels | null {
    this.#sync();
    if (!this.#system.power.isAwake) return null;
    return this.#compositor.draw(this.#system.version, this.#system.animations.isMoving);
  }

  accessibilityWindows(): readonly AccessibilityWindowState[] {
    this.#sync();
    if (!this.#system.power.isAwake) return [];
    return accessibilityWindows(this.#system.kernel, this.#system.windows);
  }

  quietForMs(): number {
    this.#sync();
    return Math.max(0, this.#system.kernel.scheduler.now - this.#system.lastEventAt);
  }

  touchDown(point: Point): void {
    this.#sync();
    this.#system.pointer.down(point);
  }

  touchMove(point: Point): void {
    this.#sync();
    this.#system.pointer.move(point);
  }

  touchUp(point: Point): void {
    this.#sync();
    this.#system.pointer.up(point);
  }

  touchCancel(): void {
    this.#sync();
    this.#system.pointer.cancel();
  }

  key(name: KeyName, press: "down-up" | "long"): void {
    this.#sync();
    this.#system.keys.press(name, press);
  }

  typeText(text: string): void {
    this.#sync();
    this.#system.keys.type(text);
  }

  inputLagMs(): number {
    this.#sync();
    const process = this.#system.inputTarget;
    const { now } = this.#system.kernel.scheduler;
    if (process?.waitingSince === undefined || process.isDead) return 0;
    return Math.max(0, Math.min(MAX_INPUT_WAIT_MS, process.blockedUntil - now));
  }

  startActivity(intent: PhoneIntent): string | null {
    const { outcome, component } = this.launch(intent);
    if (outcome === "no-such-activity") return `Error: Activity class {${component ?? ""}} does not exist.`;
    if (outcome === "unresolved") return "Error: Activity not started, unable to resolve Intent";
    return outcome === "not-exported" ? `Error: Permission Denial: ${component ?? ""} is not exported` : null;
  }

  launch(intent: PhoneIntent, options: LaunchOptions = {}): LaunchResult {
    this.#sync();
    return this.#system.activities.start(intent, options);
  }

  forceStop(packageName: string): void {
    this.#sync();
    this.#system.forceStop(packageName);
  }

  /** `free`: the screen turns with the phone again (see {@link tilt}); `lock`: it stays at this rotation. */
  setRotation(mode: "free" | "lock", rotation: Rotation): void {
    this.#sync();
    if (mode === "lock") this.#system.putSetting("system", "user_rotation", String(rotation));
    this.#system.putSetting("system", "accelerometer_rotation", mode === "free" ? "1" : "0");
  }

  setSizeOverride(size: { readonly width: number; readonly height: number } | null): void {
    this.#sync();
    this.#system.kernel.display.overrideSize = size;
    this.#displayChanged();
  }

  setDensityOverride(density: number | null): void {
    this.#sync();
    this.#system.kernel.display.overrideDensity = density;
    this.#displayChanged();
  }

  putSetting(namespace: SettingsNamespace, key: string, value: string | null): void {
    this.#sync();
    this.#system.putSetting(namespace, key, value);
  }

  resetFrameStats(packageName: string): void {
    this.#sync();
    this.#system.animations.settle();
    for (const process of this.#system.kernel.processes.all()) {
      if (process.packageName === packageName) process.meter?.reset();
    }
  }

  setUiAutomationConnected(connected: boolean): void {
    this.#sync();
    this.#system.accessibility.isUiAutomationConnected = connected;
  }

  setShade(panel: "notifications" | "settings" | null): void {
    this.#sync();
    this.#system.systemUi.setShade(panel !== null);
  }

  dismissKeyguard(): void {
    this.#sync();
    this.#system.keyguard.dismiss();
  }

  // What only demos and tests can do to the phone.

  /** Calls back after every change, with its kind. Gives a function that ends it. */
  onChange(listener: (kind: ChangeKind) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens an app by its package, or one of its activities by `package/class`, with extras that it understands. */
  open(name: string, extras: Readonly<Record<string, string>> = {}): void {
    const app = this.#system.packages.find(name);
    const launcher = app?.activities.find((activity) => activity.isLauncher ?? activity.isHome);
    const component = launcher ? `${name}/${launcher.className}` : name;
    const intent = {
      action: null,
      data: null,
      component,
      packageName: null,
      categories: [],
      extras: new Map(Object.entries(extras)),
    };
    const { outcome } = this.launch(intent);
    if (outcome !== "started" && outcome !== "delivered" && outcome !== "brought-to-front") {
      throw new Error(`the virtual phone has no activity ${name}`);
    }
  }

  /** Turns the screen off and on. */
  setAwake(isAwake: boolean): void {
    this.#sync();
    if (isAwake) this.#system.power.wake();
    else this.#system.power.sleep();
  }

  lock(): void {
    this.#sync();
    this.#system.lock();
  }

  /** Holds the phone another way; the screen follows while auto-rotate is on. */
  tilt(rotation: Rotation): void {
    this.#sync();
    this.#system.setSensorRotation(rotation);
  }

  showToast(message: string): void {
    this.#sync();
    const process = this.#system.activities.top?.process;
    if (process) this.#system.toasts.show(message, { isLong: false, process });
  }

  notify(notification: Parameters<Shade["notify"]>[0]): void {
    this.#sync();
    this.#system.systemUi.notify(notification);
  }

  setBattery(level: number, isPlugged: boolean): void {
    this.#sync();
    this.#system.power.batteryLevel = level;
    this.#system.power.isPlugged = isPlugged;
    this.#system.changed("look");
  }

  /** Blocks the main thread of an app: it takes no input and draws nothing for a while. */
  blockApp(packageName: string, ms: number): void {
    this.#sync();
    const { processes, scheduler } = this.#system.kernel;
    const process = processes.find(packageName);
    if (!process) throw new Error(`${packageName} does not run`);
    process.block(scheduler.now, ms, scheduler);
    scheduler.after(ms, () => this.#system.changed("content", packageName));
  }

  /** Ends an app with the dialog that says it has stopped. */
  crashApp(packageName: string): void {
    this.#sync();
    const app = this.#system.packages.find(packageName);
    this.#system.forceStop(packageName);
    this.#system.dialogs.showCrash(packageName, app?.label ?? packageName);
  }

  /** Marks an accessibility service as crashed, as `dumpsys accessibility` lists it. */
  crashAccessibilityService(component: string): void {
    this.#system.accessibility.crashed.add(component);
  }

  /** Runs something after some of the phone's time: "something changes by itself". */
  after(ms: number, run: () => void): () => void {
    this.#sync();
    return this.#system.kernel.scheduler.after(ms, run);
  }

  /** The centre of the first visible view that says this, one that can be touched before others; undefined without one. */
  find(words: string): Point | undefined {
    this.#sync();
    const { windows } = this.#system;
    const touchable = windows.all().filter((window) => window.isOnScreen && window.spec.isTouchable !== false);
    const views = touchable.flatMap((window) => [...everyView(windows.layoutOf(window))]);
    const saying = views.filter((placed) => !isEmpty(placed.visible) && accessibleText(placed.view).includes(words));
    const best = saying.find((placed) => takesTouches(placed.view)) ?? saying[0];
    return best && center(best.visible);
  }

  /** Taps the view with this text or description. Throws where there is none. */
  tap(words: string): void {
    const point = this.find(words);
    if (!point) throw new Error(`nothing on the screen says ${JSON.stringify(words)}`);
    this.touchDown(point);
    this.touchUp(point);
  }

  [Symbol.dispose](): void {
    this.#listeners.clear();
    this.#system[Symbol.dispose]();
  }

  #sync(): void {
    this.#system.kernel.scheduler.sync();
  }

  #displayChanged(): void {
    this.#system.keyboard.resize();
    this.#system.windows.transition();
    this.#system.changed("window");
  }

  #announce(kind: ChangeKind): void {
    for (const listener of this.#listeners) listener(kind);
  }
}
