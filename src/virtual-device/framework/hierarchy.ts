import type { AccessibilityWindowState } from "../phone.js";
import { nodeOf } from "../ui/accessibility.js";
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

/**
 * The windows as AccessibilityManagerService reports them, front first. Toasts, wallpapers and decorations are not among
 * them. A window whose app is blocked has no root: its main thread does not answer.
 */
export function accessibilityWindows(kernel: Kernel, windows: WindowManager): readonly AccessibilityWindowState[] {
  const active = windows.focused();
  return windows.all().flatMap((window) => {
    const kind = kindOf(window);
    if (kind === undefined || !isReported(window, windows)) return [];
    return [
      {
        windowHash: window.hash,
        title: window.spec.title,
        kind,
        isActive: window === active,
        bounds: windows.frameOf(window),
        root: rootOf(kernel, windows, window),
      },
    ];
  });
}

function kindOf(window: WindowRecord): AccessibilityWindowState["kind"] | undefined {
  const { kind } = window.spec;
  if (kind === "toast" || kind === "wallpaper" || kind === "systemOverlay") return undefined;
  return KINDS[kind];
}

/** Only windows that can be touched are reported; a shade that is closed, or bars that are hidden, are not. */
function isReported(window: WindowRecord, windows: WindowManager): boolean {
  if (!window.isOnScreen || window.spec.isTouchable === false) return false;
  if (window.spec.kind === "navigationBar") return windows.bars().navigation;
  return true;
}

function rootOf(kernel: Kernel, windows: WindowManager, window: WindowRecord): AccessibilityWindowState["root"] {
  if (window.spec.process.isBlocked(kernel.scheduler.now)) return null;
  const placed = windows.layoutOf(window);
  const node = nodeOf(placed, {
    packageName: window.spec.packageName,
    apiLevel: kernel.apiLevel,
    focusedField: window.ui.focusedField,
    focusedPath: window.ui.focusedPath,
  });
  return node ?? null;
}
