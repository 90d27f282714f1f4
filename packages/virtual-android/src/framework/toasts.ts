import type { ToastState } from "../toast-state.js";
import { text } from "../ui/widgets/basic.js";
import type { Kernel } from "./kernel.js";
import type { AppProcess } from "./processes.js";
import type { WindowManager } from "./window-manager.js";
import { LAYERS, type WindowRecord } from "./window-record.js";

/** The durations of ToastPresenter of AOSP. */
const SHORT_MS = 2000;
const LONG_MS = 3500;

/** Short messages over all windows: one at a time, without focus or touch. */
export class Toasts {
  readonly #kernel: Kernel;
  readonly #windows: WindowManager;
  readonly #systemUi: AppProcess;
  readonly #announce: (message: string, packageName: string) => void;
  #current: WindowRecord | undefined;
  #shown: ToastState | undefined;

  constructor(options: {
    readonly kernel: Kernel;
    readonly windows: WindowManager;
    readonly systemUi: AppProcess;
    /** Reports the toast to accessibility services under the name of the app, even if the system draws it. */
    readonly announce: (message: string, packageName: string) => void;
  }) {
    this.#kernel = options.kernel;
    this.#windows = options.windows;
    this.#systemUi = options.systemUi;
    this.#announce = options.announce;
  }

  /** Shows a text. From Android 11 on the system draws it; before, the app itself. */
  show(message: string, options: { readonly isLong: boolean; readonly process: AppProcess }): void {
    if (this.#current) this.#windows.remove(this.#current);
    const process = this.#kernel.apiLevel >= 30 ? this.#systemUi : options.process;
    const window = this.#windows.add({
      title: "Toast",
      kind: "toast",
      layoutType: 2005,
      process,
      packageName: process.packageName,
      placement: { at: "toast" },
      layer: LAYERS.toast,
      isFocusable: false,
      isTouchable: false,
      content: () =>
        text(message, {
          id: "android:id/message",
          size: 14,
          color: "onInverse",
          background: "inverse",
          radius: 22,
          padding: { x: 20, y: 12 },
          maxWidth: 340,
          lines: 2,
        }),
    });
    const { packageName, pid, uid } = options.process;
    const shown = { text: message, packageName, pid, uid, isLong: options.isLong };
    this.#current = window;
    this.#shown = shown;
    this.#announce(message, packageName);
    this.#kernel.scheduler.after(options.isLong ? LONG_MS : SHORT_MS, () => {
      this.#windows.remove(window);
      if (this.#shown === shown) this.#shown = undefined;
    });
  }

  /** The toast that is shown. */
  get shown(): ToastState | undefined {
    return this.#shown;
  }
}
