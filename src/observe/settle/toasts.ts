import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { Session } from "../../session/session.js";

/**
 * Texts of the toasts that the companion heard of after an event. Toasts are in no list of windows; the event that
 * announces one has its words.
 */
export function toastsSince(companion: LiveCompanion, seq: number): readonly string[] {
  const toasts = companion.events.since(seq).filter((event) => event.type === "notification" && isToast(event.class));
  return [...new Set(toasts.map(({ text }) => text ?? "").filter((text) => text !== ""))];
}

/**
 * Texts of the toasts since the last action on the device, or since the companion listens where there was none; null
 * where nothing listened all that time, so that none can be ruled out.
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
