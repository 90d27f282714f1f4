import type { Kernel } from "./kernel.js";
import type { Packages } from "./packages.js";
import { ANR_MS, type AppProcess } from "./processes.js";
import type { SystemDialogs } from "./system-dialogs.js";
import type { WindowRecord } from "./window-record.js";

export interface AnrWatchOptions {
  readonly kernel: Kernel;
  readonly packages: Packages;
  readonly dialogs: SystemDialogs;
  readonly onNotResponding: (window: WindowRecord) => void;
}

/** Watches input that apps do not handle: after five seconds the system reports that the app is not responding. */
export class AnrWatch {
  readonly #options: AnrWatchOptions;
  #lastTarget: AppProcess | undefined;
  #lastWindow: WindowRecord | undefined;

  constructor(options: AnrWatchOptions) {
    this.#options = options;
  }

  /** The process that was the last not to handle an event. */
  get lastTarget(): AppProcess | undefined {
    return this.#lastTarget;
  }

  /** The user chose to wait: the dialog appears again if the app does not respond within the same time. */
  waitOn(packageName: string): void {
    const window = this.#lastWindow;
    if (window?.spec.process.packageName !== packageName) return;
    window.spec.process.isNotResponding = false;
    this.#options.kernel.scheduler.after(ANR_MS, () => this.#check(window));
  }

  waits(window: WindowRecord): void {
    const { process } = window.spec;
    this.#lastTarget = process;
    this.#lastWindow = window;
    this.#options.kernel.scheduler.after(ANR_MS, () => this.#check(window));
  }

  #check(window: WindowRecord): void {
    const { kernel, packages, dialogs, onNotResponding } = this.#options;
    const { process } = window.spec;
    const since = process.waitingSince;
    if (process.isDead || since === undefined || kernel.scheduler.now - since < ANR_MS || process.isNotResponding)
      return;
    process.isNotResponding = true;
    onNotResponding(window);
    dialogs.showNotResponding(process.packageName, packages.find(process.packageName)?.label ?? process.packageName);
  }
}
