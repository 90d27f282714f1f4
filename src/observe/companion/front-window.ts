import type { OnDeviceFacts, OnDeviceSnapshot, OnDeviceWindow } from "../../devices/companion/results.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { WindowData } from "../probes/window.js";

/** The window with the input focus; while none has it, the one that was touched last. Undefined without either. */
export function focusedWindow({ windows, facts }: OnDeviceSnapshot): OnDeviceWindow | undefined {
  const byId = (id: number | null | undefined) => windows.find((window) => window.id === id);
  return byId(facts?.focusedWindow) ?? windows.find(({ focused }) => focused) ?? byId(facts?.activeWindow) ?? undefined;
}

/** With which the companion's names of windows begin; those of dumps are hexadecimal numbers. */
export const LIVE_WINDOW_ID = "a11y-";

/** Equal for the same window, different for all others, as long as the companion is the source. */
export function windowIdOf(epoch: string, window: OnDeviceWindow): string {
  return `${LIVE_WINDOW_ID}${epoch}-${window.id}`;
}

/**
 * The focused window as the window manager described it. Undefined if its word is of another window: it named no
 * focus, or a package that is not that of the window's tree.
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

/** The shade's window is the lock screen's as well: which of the two it is changes while the window stays. */
export function asIsNow(
  active: ActiveWindow,
  { keyguardShowing }: Pick<OnDeviceFacts, "keyguardShowing">,
): ActiveWindow {
  const isShade = active.type === null || active.type === "keyguard" || active.type === "notificationShade";
  if (!isShade || keyguardShowing === null) return active;
  return { ...active, type: keyguardShowing ? "keyguard" : "notificationShade" };
}

/** The focused window by the companion alone: its activity is unknown. */
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

/** The app whose tree is in it; null if there is none. */
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
