import type { Rect } from "../../../../src/base/geometry.js";
import type { AccessibilityWindowState } from "../accessibility-state.js";
import { type ReportedView, reportOf } from "../ui/accessibility.js";
import type { Kernel } from "./kernel.js";
import type { WindowManager } from "./window-manager.js";
import type { WindowRecord } from "./window-record.js";

const KINDS = {
  application: "application",
  dialog: "application",
  popup: "application",
  inputMethod: "inputMethod",
  statusBar: "system",
  notificationShade: "system",
  navigationBar: "system",
  systemDialog: "system",
} as const;

/** A window that accessibility services get. */
export interface ReportedWindow {
  readonly record: WindowRecord;
  readonly kind: AccessibilityWindowState["kind"];
  readonly isActive: boolean;
  readonly bounds: Rect;
}

/** The windows in the list of AccessibilityManagerService, front first; without toasts, wallpapers and decorations. */
export function reportedWindows(windows: WindowManager): readonly ReportedWindow[] {
  const active = windows.focused();
  return touchedWindows(windows).flatMap((record) => {
    const kind = kindOf(record);
    if (kind === undefined || !isReported(record, windows)) return [];
    return [{ record, kind, isActive: record === active, bounds: windows.frameOf(record) }];
  });
}

/**
 * The windows from the front to the first window that takes all touches. WindowsForAccessibilityObserver (API 24 to 30)
 * and AccessibilityWindowsPopulator leave out windows that no touch can reach, and a modal window takes the touches of
 * all windows behind it.
 */
function touchedWindows(windows: WindowManager): readonly WindowRecord[] {
  const all = windows.all();
  const modal = all.findIndex((window) => window.spec.isModal === true && isReported(window, windows));
  return modal < 0 ? all : all.slice(0, modal + 1);
}

/**
 * The windows with their contents. A window whose app is blocked has no root, because its main thread does not answer.
 */
export function accessibilityWindows(kernel: Kernel, windows: WindowManager): readonly AccessibilityWindowState[] {
  return reportedWindows(windows).map(({ record, kind, isActive, bounds }) => {
    const isBlocked = record.spec.process.isBlocked(kernel.scheduler.now);
    const root = isBlocked ? null : (reportedRoot(kernel, windows, record)?.node ?? null);
    return { windowHash: record.hash, title: record.spec.title, kind, isActive, bounds, root };
  });
}

/** The views of a window that are reported; undefined if its root is hidden. */
export function reportedRoot(kernel: Kernel, windows: WindowManager, window: WindowRecord): ReportedView | undefined {
  return reportOf(windows.layoutOf(window), {
    packageName: window.spec.packageName,
    apiLevel: kernel.apiLevel,
    focusedField: window.ui.focusedField,
    focusedPath: window.ui.focusedPath,
  });
}

function kindOf(window: WindowRecord): AccessibilityWindowState["kind"] | undefined {
  const { kind } = window.spec;
  if (kind === "toast" || kind === "wallpaper" || kind === "systemOverlay") return undefined;
  return KINDS[kind];
}

/** Only touchable windows are reported; a closed shade and hidden bars are not. */
function isReported(window: WindowRecord, windows: WindowManager): boolean {
  if (!window.isOnScreen || window.spec.isTouchable === false) return false;
  if (window.spec.kind === "navigationBar") return windows.bars().navigation;
  return true;
}
