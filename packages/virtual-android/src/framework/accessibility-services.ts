import type { Kernel } from "./kernel.js";
import { type Packages, splitComponent } from "./packages.js";

const ENABLED_KEY = "enabled_accessibility_services";
const SWITCH_KEY = "accessibility_enabled";

/** From the setting to `onServiceConnected`: start of the process, then two binder calls. */
const BIND_MS = 180;
/** As long where the process runs already, as after a UiAutomation has gone. */
const REBIND_MS = 60;
/** ActiveServices.SERVICE_RESTART_DURATION. */
const RESTART_MS = 1000;

/** How a bound service learns of it. */
export interface ServiceRunner {
  /** Its process starts, or runs already; true if it ran. */
  isRunning(component: string): boolean;
  connected(component: string): void;
  disconnected(component: string): void;
}

/** A connected UiAutomation. */
export interface UiAutomationHolder {
  /** Without FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES it unbinds every service. */
  readonly suppresses: boolean;
}

/**
 * Which accessibility services are enabled, bound, being bound and crashed: AccessibilityManagerService of AOSP, for
 * one user. A service that is listed but whose app-op ACCESS_RESTRICTED_SETTINGS is not allowed stays unbound.
 */
export class AccessibilityServices {
  readonly #kernel: Kernel;
  readonly #packages: Packages;
  readonly #changed: () => void;
  readonly #bound = new Set<string>();
  readonly #binding = new Map<string, () => void>();
  readonly #crashed = new Set<string>();
  #runner: ServiceRunner | undefined;
  #automation: UiAutomationHolder | undefined;
  /** Components that are never bound, whatever the settings say: a device policy, a vendor's block. */
  readonly blocked = new Set<string>();

  constructor(kernel: Kernel, packages: Packages, changed: () => void) {
    this.#kernel = kernel;
    this.#packages = packages;
    this.#changed = changed;
  }

  /** Nothing is bound yet: the phone boots, or was not unlocked since. */
  isHeld = false;

  /** What was held back is bound now. */
  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.update();
  }

  set runner(runner: ServiceRunner) {
    this.#runner = runner;
  }

  /** The one UiAutomation that is connected. */
  get automation(): UiAutomationHolder | undefined {
    return this.#automation;
  }

  set automation(holder: UiAutomationHolder | undefined) {
    this.#automation = holder;
    this.update();
  }

  get isSuppressed(): boolean {
    return this.#automation?.suppresses === true;
  }

  /** As the setting lists them, nothing while all are suppressed. */
  get enabled(): readonly string[] {
    return this.isSuppressed ? [] : this.#listed();
  }

  get bound(): readonly string[] {
    return this.#inOrder(this.#bound);
  }

  get binding(): readonly string[] {
    return this.#inOrder(this.#binding);
  }

  get crashed(): readonly string[] {
    return [...this.#crashed];
  }

  /** Reads the settings, the packages and the UiAutomation again. */
  update(): void {
    const wanted = new Set(this.enabled.filter((component) => this.#mayBind(component)));
    for (const component of [...this.#binding.keys()]) if (!wanted.has(component)) this.#stopBinding(component);
    for (const component of [...this.#bound]) if (!wanted.has(component)) this.#unbind(component);
    for (const component of this.#crashed) if (!this.#listed().includes(component)) this.#crashed.delete(component);
    for (const component of wanted) this.#bind(component);
  }

  /**
   * The process of a service is gone. It is reported as crashed until the system has started it again, which it does
   * for one that was killed; a program that crashes itself is left alone until it is switched off and on.
   */
  died(component: string, restarts: boolean): void {
    if (!this.#bound.delete(component) && !this.#binding.has(component)) return;
    this.#stopBinding(component);
    this.#crashed.add(component);
    this.#changed();
    if (!restarts) return;
    this.#kernel.scheduler.after(RESTART_MS, () => {
      this.#crashed.delete(component);
      this.update();
    });
  }

  /** What is being bound is bound at once: the phone was switched on long ago. */
  settle(): void {
    for (const [component, cancel] of [...this.#binding]) {
      cancel();
      this.#connected(component);
    }
  }

  /** Marks a service as crashed whatever runs. */
  markCrashed(component: string): void {
    this.#bound.delete(component);
    this.#crashed.add(component);
  }

  /** An activity of the package was started by hand: the system tries its services again. */
  revive(packageName: string): void {
    for (const component of [...this.#crashed]) {
      if (splitComponent(component).packageName === packageName) this.#crashed.delete(component);
    }
    this.update();
  }

  /** The package was stopped, cleared or removed: its services leave the list, and that is written down. */
  forget(packageName: string): void {
    const { settings } = this.#kernel;
    const listed = (settings.get("secure", ENABLED_KEY) ?? "").split(":");
    const kept = listed.filter((component) => splitComponent(component).packageName !== packageName);
    if (kept.length < listed.length) {
      settings.put("secure", ENABLED_KEY, kept.join(":"));
      if (kept.every((component) => component === "")) settings.put("secure", SWITCH_KEY, "0");
    }
    this.update();
  }

  #listed(): readonly string[] {
    const { settings } = this.#kernel;
    if (settings.get("secure", SWITCH_KEY) !== "1") return [];
    const names = (settings.get("secure", ENABLED_KEY) ?? "").split(":").filter((name) => name.includes("/"));
    return [...new Set(names.map(fullName))];
  }

  #mayBind(component: string): boolean {
    const { packageName, className } = splitComponent(component);
    if (this.isHeld || this.#crashed.has(component) || this.blocked.has(component)) return false;
    const app = this.#packages.find(packageName);
    const isDeclared = app?.accessibilityServices?.includes(className) === true;
    if (!isDeclared) return false;
    // The op came with Android 13.
    return this.#kernel.apiLevel < 33 || this.#packages.appOp(packageName, "ACCESS_RESTRICTED_SETTINGS") === "allow";
  }

  #bind(component: string): void {
    if (this.#bound.has(component) || this.#binding.has(component)) return;
    const ms = this.#runner?.isRunning(component) === true ? REBIND_MS : BIND_MS;
    this.#binding.set(
      component,
      this.#kernel.scheduler.after(ms, () => this.#connected(component)),
    );
  }

  #connected(component: string): void {
    this.#binding.delete(component);
    this.#bound.add(component);
    this.#runner?.connected(component);
    this.#changed();
  }

  #stopBinding(component: string): void {
    this.#binding.get(component)?.();
    this.#binding.delete(component);
  }

  #unbind(component: string): void {
    this.#bound.delete(component);
    this.#runner?.disconnected(component);
    this.#changed();
  }

  #inOrder(components: { has(component: string): boolean }): readonly string[] {
    return this.#listed().filter((component) => components.has(component));
  }
}

/** The class written out, as ComponentName.flattenToString gives it. */
function fullName(component: string): string {
  const { packageName, className } = splitComponent(component);
  return `${packageName}/${className}`;
}
