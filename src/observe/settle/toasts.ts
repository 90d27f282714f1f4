import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { Session } from "../../session/session.js";

/**
 * Texts of the toasts that the companion reported after the event `seq`. Toasts are in no list of windows; the event
 * that announces a toast has its text.
 */
export function toastsSince(companion: LiveCompanion, seq: number): readonly string[] {
  const toasts = companion.events.since(seq).filter((event) => event.type === "notification" && isToast(event.class));
  return [...new Set(toasts.map(({ text }) => text ?? "").filter((text) => text !== ""))];
}

/**
 * Texts of the toasts since the last action on the device, or, before any action, since the companion connected. Null
 * if no companion listened all that time: then there may have been a toast.
 */
export function toastsHeard(session: Session): readonly string[] | null {
  const companion = session.onDevice.current;
  const { lastAct } = session.companion;
  if (!companion || (lastAct !== null && lastAct.companion !== companion)) return null;
  return toastsSince(companion, lastAct?.seq ?? 0);
}

function isToast(className: string | null): boolean {
  return className !== null && /^android\.widget\.Toast\b/.test(className);
}
