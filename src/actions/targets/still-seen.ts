import { FoveaError } from "../../base/errors.js";
import { quickCheck } from "../../observe/quick-check/quick-check.js";
import { isStillSeen, lastSeen } from "../../observe/quick-check/still-shown.js";
import { isSeenOnly } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import type { Session } from "../../session/session.js";
import type { Located } from "./located.js";
import { screenContext } from "./refuse-screen.js";
import { describe } from "./refuse-target.js";

/**
 * Refuses elements that only pixels show, if these pixels changed since the screenshot in which they were found:
 * detectors take time, and the screen may change meanwhile without an event. Errors: REF_STALE.
 */
export async function requireStillSeen(
  session: Session,
  located: readonly Located[],
  observation: Observation,
  signal: AbortSignal,
): Promise<void> {
  const seen = located.flatMap(({ element }) => (element && isSeenOnly(element) ? [element] : []));
  if (seen.length === 0) return;
  const sighting = lastSeen(session);
  const now = await quickCheck(session, signal);
  for (const element of seen) {
    if (sighting?.observation === observation && isStillSeen(sighting, now, element)) continue;
    const message = `the pixels where ${describe(element)} was seen have changed since; nothing was touched`;
    throw new FoveaError("REF_STALE", message, {
      ...screenContext(session, observation, describe(element)),
      hint: "The element is known by its pixels alone: observe again when the screen is stable, or touch a point, for example target 540,1200.",
    });
  }
}
