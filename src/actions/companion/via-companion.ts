import { type ErrorCode, isFoveaError } from "../../base/errors.js";
import { isLive } from "../../devices/companion/companion-link.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { Session } from "../../session/session.js";
import type { GivenFocus } from "../text/focus-field.js";

/** Nothing was done through the companion, so the action may be done in another way. */
export interface NotViaCompanion {
  /** The reason in words; null if there is no companion and none is expected. */
  readonly why: string | null;
  /** For typed text: the field that the companion found with the focus. */
  readonly found?: GivenFocus;
}

export function isNotViaCompanion(outcome: object): outcome is NotViaCompanion {
  return "why" in outcome;
}

/** The companion to act through. Waits for one that is being started: `input` takes two dumps, which is slower. */
export async function companionOf(session: Session, signal: AbortSignal): Promise<LiveCompanion | NotViaCompanion> {
  const companion = await session.onDevice.live(signal, { waits: "a while" });
  return isLive(companion) ? companion : { why: companion.isFault ? companion.reason.message : null };
}

/** The companion cannot do it, found no text field although keys may still work, or is gone. */
const OTHER_WAY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "UNSUPPORTED_ON_DEVICE",
  "NO_TEXT_FIELD",
  "ON_DEVICE_SUPPRESSED",
  "DEVICE_DISCONNECTED",
]);

/**
 * Performs one action of the companion, sent once. If the companion cannot do it, or is gone before it was sent, that
 * is not an error: there may be another way. Errors: all others of the request, and every one after which it may have
 * happened.
 */
export async function tryAct<Result extends object>(act: () => Promise<Result>): Promise<Result | NotViaCompanion> {
  try {
    return await act();
  } catch (error) {
    if (!isFoveaError(error) || error.context.mayHaveHappened === true || !OTHER_WAY.has(error.code)) throw error;
    return { why: error.message };
  }
}

/** The note for the caller if an action was done in another way than planned. */
export function otherWayNotes({ why }: NotViaCompanion): readonly string[] {
  return why === null ? [] : [`! done through \`input\`, not the companion: ${why}`];
}
