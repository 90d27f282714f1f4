import type { Kernel } from "./kernel.js";
import { type Packages, splitComponent } from "./packages.js";

const ENABLED_KEY = "enabled_accessibility_services";
const SWITCH_KEY = "accessibility_enabled";

/** The time from the setting to `onServiceConnected`: the start of the process, then two binder calls. */
const BIND_MS = 180;
/** The same time if the process is already running, for example after a UiAutomation has disconnected. */
const REBIND_MS = 60;
/** ActiveServices.SERVICE_RESTART_DURATION. */
const RESTART_MS = 1000;

/** Starts the process of a bound service, and reports the connection to it. */
export interface ServiceRunner {
  /** Whether its process is already running. */
  isRunning(component: string): boolean;
  connected(component: string): void;
  disconnected(component: string): void;
}

/** A connected UiAutomation. */
export interface UiAutomationHolder {
  /** Whether all services are unbound: true without FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES. */
  readonly suppresses: boolean;
}

/**
 * The accessibility services that are enabled, bound, binding and crashed: AccessibilityManagerService of AOSP, for one
 * user. A service stays unbound if it is listed but its app-op ACCESS_RESTRICTED_SETTINGS is not allowed.
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
  /** Components that are never bound, even if the settings list them: a device policy, or a vendor's block. */
  readonly blocked = new Set<string>();

  constructor(kernel: Kernel, packages: Packages, changed: () => void) {
    this.#kernel = kernel;
    this.#packages = packages;
    this.#changed = changed;
  }

  /** Whether no service is bound yet, because the phone boots or was not unlocked after that. */
  isHeld = false;

  /** Binds the services that were held back. */
  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.update();
  }

  set runner(runner: ServiceRunner) {
    this.#runner = runner;
  }

  /** The connected UiAutomation; there can be only one. */
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

  /** The services in the setting; none while all are suppressed. */
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

  /** Binds and unbinds services after a change of settings, packages or the UiAutomation. */
  update(): void {
    const wanted = new Set(this.enabled.filter((component) => this.#mayBind(component)));
    for (const component of [...this.#binding.keys()]) if (!wanted.has(component)) this.#stopBinding(component);
    for (const component of [...this.#bound]) if (!wanted.has(component)) this.#unbind(component);
    for (const component of this.#crashed) if (!this.#listed().includes(component)) this.#crashed.delete(component);
    for (const component of wanted) this.#bind(component);
  }

  /**
   * The process of a service has ended. The service is reported as crashed until the system has started it again. The
   * system restarts a process that was killed; after a crash of its own code, it waits until the service is switched
   * off and on.
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

  /** Finishes all bindings at once, as if the phone had been switched on long ago. */
  settle(): void {
    for (const [component, cancel] of [...this.#binding]) {
      cancel();
      this.#connected(component);
    }
  }

  /** Marks a service as crashed, even if its process is running. */
  markCrashed(component: string): void {
    this.#bound.delete(component);
    this.#crashed.add(component);
  }

  /** An activity of the package was started by a user: the system binds its crashed services again. */
  revive(packageName: string): void {
    for (const component of [...this.#crashed]) {
      if (splitComponent(component).packageName === packageName) this.#crashed.delete(component);
    }
    this.update();
  }

  /** The package was stopped, cleared or removed: removes its services from the setting. */
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
    // Android 13 introduced the app-op.
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

/** The component with its full class name, as ComponentName.flattenToString gives it. */
function fullName(component: string): string {
  const { packageName, className } = splitComponent(component);
  return `${packageName}/${className}`;
}
