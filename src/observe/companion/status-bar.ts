import { isChange, isWindowsChange } from "../../devices/companion/event-log.js";
import type { OnDeviceEvent } from "../../devices/companion/messages.js";

export const SYSTEM_UI = "com.android.systemui";

/**
 * Whether an event is about the clock and the icons of the status bar, which change by themselves, while another app
 * (`front`, a package) has the focus. An event about windows is about the notification shade.
 */
export function isStatusBar({ type, package: name }: OnDeviceEvent, front: string | null): boolean {
  return name === SYSTEM_UI && front !== SYSTEM_UI && !isWindowsChange(type);
}

/** Whether the event says that the screen may look different, apart from the status bar. */
export function changesMore(event: OnDeviceEvent, front: string | null): boolean {
  return isChange(event.type) && !isStatusBar(event, front);
}
