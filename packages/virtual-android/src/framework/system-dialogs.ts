import type { IconName } from "../draw/icons.js";
import type { CrashState } from "../phone-state.js";
import type { View } from "../ui/view.js";
import { column, icon, row, text } from "../ui/widgets/basic.js";
import { panel } from "../ui/widgets/overlays.js";
import { dialogDecor } from "./decor.js";
import type { Kernel } from "./kernel.js";
import type { AppProcess } from "./processes.js";
import type { WindowManager } from "./window-manager.js";
import { LAYERS, type WindowRecord } from "./window-record.js";

export interface SystemDialogActions {
  closeApp(packageName: string): void;
  waitFor(packageName: string): void;
}

/** The system's dialogs about apps: not responding, stopped. The ids are those of AOSP's app_error layouts. */
export class SystemDialogs {
  readonly #kernel: Kernel;
  readonly #windows: WindowManager;
  readonly #process: AppProcess;
  readonly #actions: SystemDialogActions;
  readonly #open = new Map<string, WindowRecord>();
  readonly #crashes: CrashState[] = [];

  constructor(kernel: Kernel, windows: WindowManager, options: { process: AppProcess; actions: SystemDialogActions }) {
    this.#kernel = kernel;
    this.#windows = windows;
    this.#process = options.process;
    this.#actions = options.actions;
  }

  showNotResponding(packageName: string, label: string): void {
    // No user can be asked: AppErrors.handleShowAnrUi ends the app.
    if (this.#isHidden) {
      this.#actions.closeApp(packageName);
      return;
    }
    const title = `Application Not Responding: ${packageName}`;
    this.#show(title, (close) => [
      heading(`${label} isn't responding`),
      choice("close", "Close app", {
        id: "android:id/aerr_close",
        onClick: () => {
          close();
          this.#actions.closeApp(packageName);
        },
      }),
      choice("clock", "Wait", {
        id: "android:id/aerr_wait",
        onClick: () => {
          close();
          this.#actions.waitFor(packageName);
        },
      }),
    ]);
  }

  /** The apps that crashed, oldest first. */
  get crashes(): readonly CrashState[] {
    return this.#crashes;
  }

  /** `dead`: the process that has just ended. */
  showCrash(packageName: string, label: string, dead: AppProcess | undefined): void {
    const { wallMs } = this.#kernel.scheduler;
    const exception = "java.lang.IllegalStateException: something went wrong";
    this.#crashes.push({ wallClockMs: wallMs, pid: dead?.pid ?? 0, processName: packageName, exception });
    const count = this.#crashes.filter(({ processName }) => processName === packageName).length;
    const words = count > 1 ? `${label} keeps stopping` : `${label} has stopped`;
    this.#show(`Application Error: ${packageName}`, (close) => [
      heading(words),
      choice("info", "App info", { id: "android:id/aerr_app_info", onClick: close }),
      choice("close", "Close app", { id: "android:id/aerr_close", onClick: close }),
    ]);
  }

  /** Closes the dialog about an app that has ended or responds again. */
  dismiss(packageName: string): void {
    for (const [title, window] of this.#open) {
      if (!title.endsWith(`: ${packageName}`)) continue;
      this.#open.delete(title);
      this.#windows.remove(window);
    }
  }

  isShowing(packageName: string): boolean {
    return [...this.#open.keys()].some((title) => title.endsWith(`Responding: ${packageName}`));
  }

  /** Test farms and vendors hide these dialogs (Settings.Global.HIDE_ERROR_DIALOGS). */
  get #isHidden(): boolean {
    return this.#kernel.settings.get("global", "hide_error_dialogs") === "1";
  }

  #show(title: string, rows: (close: () => void) => readonly View[]): void {
    if (this.#open.has(title) || this.#isHidden) return;
    const close = () => {
      const window = this.#open.get(title);
      this.#open.delete(title);
      if (window) this.#windows.remove(window);
    };
    const window = this.#windows.add({
      title,
      kind: "systemDialog",
      layoutType: 2003,
      process: this.#process,
      packageName: "android",
      placement: { at: "center" },
      layer: LAYERS.systemDialog,
      isModal: true,
      hasDim: true,
      animation: "dialog",
      content: () => dialogDecor(panel(rows(close), { padding: { y: 16 }, gap: 0 }), { isFloating: true }),
    });
    this.#open.set(title, window);
    this.#kernel.changed("window");
  }
}

function heading(title: string): View {
  return column([text(title, { id: "android:id/alertTitle", size: 20, width: "fill", lines: 2 })], {
    id: "android:id/title_template",
    width: "fill",
    padding: { x: 24, top: 8, bottom: 12 },
  });
}

function choice(symbol: IconName, title: string, options: { id: string; onClick: () => void }): View {
  return row([icon(symbol, { size: 22, isHidden: true }), text(title, { size: 16, isHidden: true })], {
    className: "android.widget.Button",
    spokenText: title,
    width: "fill",
    height: 52,
    padding: { x: 24 },
    gap: 18,
    ...options,
  });
}
