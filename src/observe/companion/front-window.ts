import type { OnDeviceFacts, OnDeviceSnapshot, OnDeviceWindow } from "../../devices/companion/results.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { WindowData } from "../probes/window.js";

/** The window with the input focus; if no window has it, the window that was touched last. Undefined without either. */
export function focusedWindow({ windows, facts }: OnDeviceSnapshot): OnDeviceWindow | undefined {
  const byId = (id: number | null | undefined) => windows.find((window) => window.id === id);
  return byId(facts?.focusedWindow) ?? windows.find(({ focused }) => focused) ?? byId(facts?.activeWindow) ?? undefined;
}

/** The prefix of window ids from the companion; window ids in dumps are hexadecimal numbers. */
export const LIVE_WINDOW_ID = "a11y-";

/** An id of the window. It is unique as long as the companion is the source. */
export function windowIdOf(epoch: string, window: OnDeviceWindow): string {
  return `${LIVE_WINDOW_ID}${epoch}-${window.id}`;
}

/**
 * The focused window as the window manager described it. Undefined if that report is of another window: it has no
 * focused window, or another package than the hierarchy of the window.
 */
export function describedBy(
  dumped: WindowData,
  { window, windowId }: { readonly window: OnDeviceWindow; readonly windowId: string },
): ActiveWindow | undefined {
  const { activeWindow } = dumped;
  if (activeWindow?.basis !== "focus" || !window.focused) return undefined;
  const owner = packageOf(window);
  if (owner !== null && activeWindow.package !== null && owner !== activeWindow.package) return undefined;
  return { ...activeWindow, package: activeWindow.package ?? owner, windowId };
}

/** The notification shade and the lock screen are the same window. The keyguard's current state corrects the type. */
export function asIsNow(
  active: ActiveWindow,
  { keyguardShowing }: Pick<OnDeviceFacts, "keyguardShowing">,
): ActiveWindow {
  const isShade = active.type === null || active.type === "keyguard" || active.type === "notificationShade";
  if (!isShade || keyguardShowing === null) return active;
  return { ...active, type: keyguardShowing ? "keyguard" : "notificationShade" };
}

/** The focused window as the companion alone reports it: its activity is unknown. */
export function describedAlone(
  { window, windowId }: { readonly window: OnDeviceWindow; readonly windowId: string },
  facts: Pick<OnDeviceFacts, "keyguardShowing">,
): ActiveWindow {
  const owner = packageOf(window);
  return {
    package: owner,
    activity: null,
    component: null,
    title: window.title ?? owner ?? "",
    type: typeOf(window, owner, facts),
    windowId,
    userId: null,
    displayId: window.display ?? 0,
    app: null,
    basis: "focus",
  };
}

/** The package of the app in the window; null if the window has no nodes. */
export function packageOf({ content }: OnDeviceWindow): string | null {
  return content?.[0]?.package ?? null;
}

function typeOf(
  { type }: OnDeviceWindow,
  owner: string | null,
  { keyguardShowing }: Pick<OnDeviceFacts, "keyguardShowing">,
): ActiveWindow["type"] {
  if (type === "application") return "application";
  if (type === "accessibilityOverlay") return "overlay";
  if (type !== "system" || owner !== "com.android.systemui") return "system";
  return keyguardShowing === null ? null : keyguardShowing ? "keyguard" : "notificationShade";
}
