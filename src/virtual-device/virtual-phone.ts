import { center, isEmpty, type Point } from "../base/geometry.js";
import { Compositor } from "./framework/compositor.js";
import { Framework, type FrameworkOptions } from "./framework/framework.js";
import { accessibilityWindows } from "./framework/hierarchy.js";
import type { ChangeKind } from "./framework/kernel.js";
import type { SettingsNamespace } from "./framework/settings-store.js";
import type { Shade } from "./framework/shade.js";
import { snapshot } from "./framework/snapshot.js";
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
import type { PhoneTime } from "./phone-time.js";
import { accessibleText } from "./ui/accessibility.js";
import { everyView, takesTouches } from "./ui/hit.js";

export interface VirtualPhoneParts {
  readonly build: BuildState;
  readonly files: PhoneFiles;
  readonly framework: Omit<FrameworkOptions, "onChange">;
}

/** Input waits this long at most for an app that does not take it: WAIT_FOR_FINISH of InputDispatcher. */
const MAX_INPUT_WAIT_MS = 5000;

/**
 * The phone behind the adb protocols. Besides what {@link Phone} promises to the commands, it can be put into any state,
 * for demos and tests. Dispose of it to stop its clock.
 */
export class VirtualPhone implements Phone, Disposable {
  readonly files: PhoneFiles;
  readonly clock: PhoneTime;
  readonly #build: BuildState;
  readonly #framework: Framework;
  readonly #compositor: Compositor;
  readonly #listeners = new Set<(kind: ChangeKind) => void>();

  constructor(parts: VirtualPhoneParts) {
    this.files = parts.files;
    this.clock = parts.framework.clock;
    this.#build = parts.build;
    this.#framework = new Framework({ ...parts.framework, onChange: (kind) => this.#announce(kind) });
    this.#compositor = new Compositor(this.#framework.kernel, this.#framework.windows);
  }

  state(): PhoneState {
    this.#sync();
    return snapshot(this.#framework, this.#build);
  }

  pixels(): ScreenPixels | null {
    this.#sync();
    if (!this.#framework.power.isAwake) return null;
    return this.#compositor.draw(this.#framework.version, this.#framework.animations.isMoving);
  }

  accessibilityWindows(): readonly AccessibilityWindowState[] {
    this.#sync();
    if (!this.#framework.power.isAwake) return [];
    return accessibilityWindows(this.#framework.kernel, this.#framework.windows);
  }

  quietForMs(): number {
    this.#sync();
    return Math.max(0, this.#framework.kernel.scheduler.now - this.#framework.lastEventAt);
  }

  touchDown(point: Point): void {
    this.#sync();
    this.#framework.pointer.down(point);
  }

  touchMove(point: Point): void {
    this.#sync();
    this.#framework.pointer.move(point);
  }

  touchUp(point: Point): void {
    this.#sync();
    this.#framework.pointer.up(point);
  }

  touchCancel(): void {
    this.#sync();
    this.#framework.pointer.cancel();
  }

  key(name: KeyName, press: "down-up" | "long"): void {
    this.#sync();
    this.#framework.keys.press(name, press);
  }

  typeText(text: string): void {
    this.#sync();
    this.#framework.keys.type(text);
  }

  inputLagMs(): number {
    this.#sync();
    const process = this.#framework.inputTarget;
    const { now } = this.#framework.kernel.scheduler;
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
    return this.#framework.activities.start(intent, options);
  }

  forceStop(packageName: string): void {
    this.#sync();
    this.#framework.forceStop(packageName);
  }

  /** `free`: the screen turns with the phone again (see {@link tilt}); `lock`: it stays at this rotation. */
  setRotation(mode: "free" | "lock", rotation: Rotation): void {
    this.#sync();
    if (mode === "lock") this.#framework.putSetting("system", "user_rotation", String(rotation));
    this.#framework.putSetting("system", "accelerometer_rotation", mode === "free" ? "1" : "0");
  }

  setSizeOverride(size: { readonly width: number; readonly height: number } | null): void {
    this.#sync();
    this.#framework.kernel.display.overrideSize = size;
    this.#displayChanged();
  }

  setDensityOverride(density: number | null): void {
    this.#sync();
    this.#framework.kernel.display.overrideDensity = density;
    this.#displayChanged();
  }

  putSetting(namespace: SettingsNamespace, key: string, value: string | null): void {
    this.#sync();
    this.#framework.putSetting(namespace, key, value);
  }

  resetFrameStats(packageName: string): void {
    this.#sync();
    this.#framework.animations.settle();
    for (const process of this.#framework.kernel.processes.all()) {
      if (process.packageName === packageName) process.meter?.reset();
    }
  }

  setUiAutomationConnected(connected: boolean): void {
    this.#sync();
    this.#framework.accessibility.isUiAutomationConnected = connected;
  }

  setShade(panel: "notifications" | "settings" | null): void {
    this.#sync();
    this.#framework.systemUi.setShade(panel !== null);
  }

  dismissKeyguard(): void {
    this.#sync();
    this.#framework.keyguard.dismiss();
  }

  // What only demos and tests can do to the phone.

  /** Calls back after every change, with its kind. Gives a function that ends it. */
  onChange(listener: (kind: ChangeKind) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens an app by its package, or one of its activities by `package/class`, with extras that it understands. */
  open(name: string, extras: Readonly<Record<string, string>> = {}): void {
    const app = this.#framework.packages.find(name);
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
    if (isAwake) this.#framework.power.wake();
    else this.#framework.power.sleep();
  }

  lock(): void {
    this.#sync();
    this.#framework.lock();
  }

  /** Holds the phone another way; the screen follows while auto-rotate is on. */
  tilt(rotation: Rotation): void {
    this.#sync();
    this.#framework.setSensorRotation(rotation);
  }

  showToast(message: string): void {
    this.#sync();
    const process = this.#framework.activities.top?.process;
    if (process) this.#framework.toasts.show(message, { isLong: false, process });
  }

  notify(notification: Parameters<Shade["notify"]>[0]): void {
    this.#sync();
    this.#framework.systemUi.notify(notification);
  }

  setBattery(level: number, isPlugged: boolean): void {
    this.#sync();
    this.#framework.power.batteryLevel = level;
    this.#framework.power.isPlugged = isPlugged;
    this.#framework.changed("look");
  }

  /** Blocks the main thread of an app: it takes no input and draws nothing for a while. */
  blockApp(packageName: string, ms: number): void {
    this.#sync();
    const { processes, scheduler } = this.#framework.kernel;
    const process = processes.find(packageName);
    if (!process) throw new Error(`${packageName} does not run`);
    process.block(scheduler.now, ms, scheduler);
    scheduler.after(ms, () => this.#framework.changed("content", packageName));
  }

  /** Ends an app with the dialog that says it has stopped. */
  crashApp(packageName: string): void {
    this.#sync();
    const app = this.#framework.packages.find(packageName);
    this.#framework.forceStop(packageName);
    this.#framework.dialogs.showCrash(packageName, app?.label ?? packageName);
  }

  /** Marks an accessibility service as crashed, as `dumpsys accessibility` lists it. */
  crashAccessibilityService(component: string): void {
    this.#framework.accessibility.crashed.add(component);
  }

  /** Runs something after some of the phone's time: "something changes by itself". */
  after(ms: number, run: () => void): () => void {
    this.#sync();
    return this.#framework.kernel.scheduler.after(ms, run);
  }

  /** The centre of the first visible view that says this, one that can be touched before others; undefined without one. */
  find(words: string): Point | undefined {
    this.#sync();
    const { windows } = this.#framework;
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
    this.#framework[Symbol.dispose]();
  }

  #sync(): void {
    this.#framework.kernel.scheduler.sync();
  }

  #displayChanged(): void {
    this.#framework.keyboard.resize();
    this.#framework.windows.transition();
    this.#framework.changed("window");
  }

  #announce(kind: ChangeKind): void {
    for (const listener of this.#listeners) listener(kind);
  }
}
