import { diffScreens } from "../../screen/diff.js";
import { matchElements } from "../../screen/match.js";
import type { Observation } from "../../screen/observation.js";
import { DEFAULT_OUTLINE } from "../../screen/outline.js";
import type { Target } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";

/**
 * For how many ms the screen has certainly been unchanged: since the caller was last shown it, if no action was done
 * since and the screen was just read and is the same. Null if it changed, if something on it is loading, or if it was
 * not read again. `before` is the reading before the last one.
 */
export function stillForMs(session: Session, before: Observation | null): number | null {
  const { lastReported: shown, lastObservation: now } = session;
  if (!shown || !now || now === before || now === shown) return null;
  if (session.hasActedSince || session.wasOvertaken || shown.device.bootId !== now.device.bootId) return null;
  if (shown.activeWindow?.component !== now.activeWindow?.component) return null;
  if (now.elements.some(({ role }) => role === "progress")) return null;
  const { added, removed, changed, isRearranged } = diffScreens(shown, now, DEFAULT_OUTLINE);
  if (isRearranged || added.length + removed.length + changed.length > 0) return null;
  return Date.parse(now.timestamp) - Date.parse(shown.timestamp);
}

/** Whether the words that the target names stand on the last screen as something of another role. */
export function isOfAnotherRole({ lastObservation: now }: Session, target: Target): boolean {
  const [phrase, ...around] = target.kind === "element" ? target.phrases : [];
  if (!now || !phrase || phrase.role === null || phrase.label === null) return false;
  return matchElements({ kind: "element", phrases: [{ ...phrase, role: null }, ...around] }, now.elements).length > 0;
}
