import type { ActivityManager } from "./activity-manager.js";
import type { Kernel } from "./kernel.js";
import type { Keyboard } from "./keyboard.js";
import type { Keyguard } from "./keyguard.js";
import type { WindowManager } from "./window-manager.js";

export interface VisibilityParts {
  readonly kernel: Kernel;
  readonly windows: WindowManager;
  readonly activities: ActivityManager;
  readonly keyguard: Keyguard;
  readonly keyboard: Keyboard;
}

/** Updates which windows are visible, the rotation of the screen, and whether the keyboard stays. */
export function refreshVisibility(parts: VisibilityParts): void {
  const { windows, activities, keyguard, keyboard } = parts;
  const { display } = parts.kernel;
  const before = display.rotation;
  const top = activities.top;
  keyguard.isOccluded = top?.found.activity.showWhenLocked === true;
  const isLocked = keyguard.isShowing && !keyguard.isOccluded;
  const visible = isLocked ? [] : activities.visible;
  for (const record of activities.tasks.flatMap((task) => task.activities)) {
    for (const window of [record.window, ...record.overlays]) window.isVisible = visible.includes(record);
  }
  for (const record of visible.toReversed()) {
    for (const window of [record.window, ...record.overlays]) windows.raise(window);
  }
  display.orientation = isLocked ? "portrait" : (top?.found.activity.orientation ?? "unspecified");
  if (windows.keyTarget()?.ui.focusedField === undefined) keyboard.hide();
  if (display.rotation !== before) windows.transition();
  keyboard.resize();
}
