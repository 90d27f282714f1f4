import { isChange, isWindowsChange } from "../../devices/companion/event-log.js";
import type { OnDeviceEvent } from "../../devices/companion/messages.js";

export const SYSTEM_UI = "com.android.systemui";

/**
 * Whether an event concerns the status bar's clock and icons, which change by themselves, while another app (`front`, a
 * package) has the focus. Where windows come or go, it is the shade.
 */
export function isStatusBar({ type, package: name }: OnDeviceEvent, front: string | null): boolean {
  return name === SYSTEM_UI && front !== SYSTEM_UI && !isWindowsChange(type);
}

/** Whether the screen may look different after it, except for the status bar. */
export function changesMore(event: OnDeviceEvent, front: string | null): boolean {
  return isChange(event.type) && !isStatusBar(event, front);
}
