import { FoveaError } from "../../../src/base/errors.js";
import { center, isEmpty, type Point } from "../../../src/base/geometry.js";
import { noSuchApp } from "./apps/app-names.js";
import type { Framework } from "./framework/framework.js";
import type { ChangeKind } from "./framework/kernel.js";
import type { NewNotification } from "./framework/shade.js";
import { onPanel, TouchPanel } from "./framework/touch-panel.js";
import type { Rotation } from "./phone-state.js";
import { accessibleText } from "./ui/accessibility.js";
import { everyView, takesTouches, viewsAt } from "./ui/hit.js";
import type { Placed } from "./ui/layout.js";

const SCROLL_STEPS = 4;

/**
 * The actions of demos and tests on a virtual phone that adb does not have: they set any state, and find and tap views
 * by their text.
 */
export class PhoneHooks {
  readonly #running: () => Framework;
  readonly #listeners = new Set<(kind: ChangeKind) => void>();
  /** The touch screen, which stays the same after a reboot. */
  readonly panel = new TouchPanel();

  /** `running` gives the framework of the current boot. */
  constructor(running: () => Framework) {
    this.#running = running;
  }

  get #framework(): Framework {
    return this.#running();
  }

  /** Calls `listener` after every change, with its kind; gives the function that stops this. */
  onChange(listener: (kind: ChangeKind) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Opens an app by its package, or an activity by `package/class`, with extras. Errors: INVALID_ARGUMENT, with the
   * names that exist.
   */
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
    const { outcome } = this.#framework.activities.start(intent, { isSystem: true });
    if (outcome !== "started" && outcome !== "delivered" && outcome !== "brought-to-front") {
      throw noSuchApp(name);
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

  /** Holds the phone in another rotation; the screen follows if auto-rotate is on. */
  tilt(rotation: Rotation): void {
    this.#sync();
    this.#framework.setSensorRotation(rotation);
  }

  showToast(message: string): void {
    this.#sync();
    const process = this.#framework.activities.top?.process;
    if (process) this.#framework.toasts.show(message, { isLong: false, process });
  }

  notify(notification: NewNotification): void {
    this.#sync();
    const { systemUi, accessibilityEvents, activities } = this.#framework;
    systemUi.notify(notification);
    const packageName = notification.packageName ?? activities.top?.process.packageName ?? "android";
    accessibilityEvents.notification("android.app.Notification", packageName, notification.title);
  }

  setBattery(level: number, isPlugged: boolean): void {
    this.#sync();
    this.#framework.power.batteryLevel = level;
    this.#framework.power.isPlugged = isPlugged;
    this.#framework.changed("look");
  }

  /** Blocks the main thread of an app: for this time it handles no input and draws nothing. */
  blockApp(packageName: string, ms: number): void {
    this.#sync();
    const { processes, scheduler } = this.#framework.kernel;
    const process = processes.find(packageName);
    if (!process && !this.#framework.packages.find(packageName)) throw noSuchApp(packageName);
    if (!process) throw new FoveaError("INVALID_ARGUMENT", `${packageName} does not run; open it first`);
    process.block(scheduler.now, ms, scheduler);
    scheduler.after(ms, () => this.#framework.changed("content", packageName));
  }

  /** Ends an app, and shows the dialog that it has stopped. Errors: INVALID_ARGUMENT if there is no such app. */
  crashApp(packageName: string): void {
    this.#sync();
    const app = this.#framework.packages.find(packageName);
    if (!app) throw noSuchApp(packageName);
    const process = this.#framework.kernel.processes.find(packageName);
    this.#framework.forceStop(packageName);
    this.#framework.dialogs.showCrash(packageName, app.label, process);
  }

  /** The text on the clipboard; null if there is none. */
  get clipboard(): string | null {
    return this.#framework.clipboard;
  }

  /** Switches an accessibility service on as if long ago: it is already bound, if the system may bind it. */
  enableAccessibilityService(component: string): void {
    this.#sync();
    const { settings } = this.#framework.kernel;
    const listed = (settings.get("secure", "enabled_accessibility_services") ?? "").split(":").filter(Boolean);
    this.#framework.putSetting("secure", "enabled_accessibility_services", [...listed, component].join(":"));
    this.#framework.putSetting("secure", "accessibility_enabled", "1");
    this.#framework.services.settle();
  }

  /**
   * Whether the system restricts the accessibility settings of apps that no store installed, as some vendors do from
   * Android 13 on. Such a service is bound only if its app-op ACCESS_RESTRICTED_SETTINGS is set to allow.
   */
  setAccessibilityGuarded(isGuarded: boolean): void {
    this.#sync();
    const { packages, services } = this.#framework;
    if (isGuarded) packages.appOpDefaults.set("ACCESS_RESTRICTED_SETTINGS", "deny");
    else packages.appOpDefaults.delete("ACCESS_RESTRICTED_SETTINGS");
    services.update();
  }

  /** Marks an accessibility service as crashed in `dumpsys accessibility`. */
  crashAccessibilityService(component: string): void {
    this.#framework.services.markCrashed(component);
  }

  /** Runs a function after `ms` of the phone's time, for a change without input. */
  after(ms: number, run: () => void): () => void {
    this.#sync();
    return this.#framework.kernel.scheduler.after(ms, run);
  }

  /** All views of the windows on the screen with their current layout, the front window first. */
  placed(): readonly Placed[] {
    this.#sync();
    const { windows } = this.#framework;
    const shown = windows.all().filter((one) => one.isOnScreen);
    return shown.flatMap((window) => [...everyView(windows.layoutOf(window))]);
  }

  /**
   * The view that gets a touch at this point; undefined if none does, for example next to an open menu, which takes it.
   */
  touchedAt(point: Point): Placed | undefined {
    this.#sync();
    const { windows } = this.#framework;
    const window = windows.windowAt(point);
    return window && viewsAt(windows.layoutOf(window), point).find(({ view }) => takesTouches(view));
  }

  /** The centre of a visible view with this text, in the front window that has one; a touchable view is preferred. */
  find(words: string): Point | undefined {
    this.#sync();
    const { windows } = this.#framework;
    for (const window of windows.all().filter((one) => one.isOnScreen && one.spec.isTouchable !== false)) {
      const views = [...everyView(windows.layoutOf(window))];
      const saying = views.filter((placed) => !isEmpty(placed.visible) && accessibleText(placed.view).includes(words));
      const best = saying.find((placed) => takesTouches(placed.view)) ?? saying[0];
      if (best) return center(best.visible);
    }
    return undefined;
  }

  /** Taps the view with this text or description. Errors: ELEMENT_NOT_FOUND. */
  tap(words: string): void {
    const point = this.find(words);
    if (!point) throw new FoveaError("ELEMENT_NOT_FOUND", `nothing on the screen says ${JSON.stringify(words)}`);
    this.tapAt(point);
  }

  /** Taps a place. */
  tapAt(point: Point): void {
    this.#framework.kernel.scheduler.atOneMoment(() => {
      this.fingerDown(point);
      this.fingerUp(point);
    });
  }

  /** A person's finger, which the touch screen also reports; one finger at a time. */
  fingerDown(point: Point): void {
    const { kernel, pointer } = this.#synced();
    this.panel.down(onPanel(point, kernel.display), kernel.scheduler.now);
    pointer.down(point, false);
  }

  fingerMove(point: Point): void {
    const { kernel, pointer } = this.#synced();
    this.panel.move(onPanel(point, kernel.display), kernel.scheduler.now);
    pointer.move(point);
  }

  fingerUp(point: Point): void {
    const { kernel, pointer } = this.#synced();
    this.panel.up(kernel.scheduler.now);
    pointer.up(point);
  }

  /** Moves the content up by `by` pixels, and stops it. No finger is reported, as if the app's own code scrolled. */
  scroll(from: Point, by: number): void {
    this.#sync();
    const { pointer } = this.#framework;
    const at = (part: number) => ({ x: from.x, y: from.y - by * part });
    pointer.down(from, false);
    for (let step = 1; step <= SCROLL_STEPS; step += 1) pointer.move(at(step / SCROLL_STEPS));
    pointer.up(at(1));
  }

  /** Reports a change to all listeners. Only for the phone itself. */
  announce(kind: ChangeKind): void {
    for (const listener of this.#listeners) listener(kind);
  }

  #synced(): Framework {
    this.#sync();
    return this.#framework;
  }

  #sync(): void {
    this.#framework.kernel.scheduler.sync();
  }
}
