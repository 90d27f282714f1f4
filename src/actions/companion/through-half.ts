import { type ErrorCode, isFoveaError } from "../../base/errors.js";
import type { LiveHalf } from "../../devices/on-device/live-half.js";
import { isLive } from "../../devices/on-device/on-device-link.js";
import type { Session } from "../../session/session.js";
import type { GivenFocus } from "../text/focus-field.js";

/** Nothing was done through the on-device half, so that it may be done in another way. */
export interface NotThrough {
  /** In words; null where there is no half, and nothing is wrong with that. */
  readonly why: string | null;
  /** Of text: the field that it had found with the focus. */
  readonly found?: GivenFocus;
}

export function isNotThrough(outcome: object): outcome is NotThrough {
  return "why" in outcome;
}

/** The half to act through; one that is being started is waited for, since an act by `input` takes two dumps. */
export async function halfOf(session: Session, signal: AbortSignal): Promise<LiveHalf | NotThrough> {
  const half = await session.onDevice.live(signal, { waits: "a while" });
  return isLive(half) ? half : { why: half.isWorthSaying ? half.reason.message : null };
}

/** Says that the half cannot do it, finds no field where keys may go all the same, or is not there any more. */
const OTHER_WAY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "UNSUPPORTED_ON_DEVICE",
  "NO_TEXT_FIELD",
  "ON_DEVICE_SUPPRESSED",
  "DEVICE_DISCONNECTED",
]);

/**
 * One act of the half, sent once. What it cannot do, or what was not sent because the half is gone, is no error: there
 * may be another way. Errors: all others of the request, and every one after which it may have happened.
 */
export async function tryAct<Result extends object>(act: () => Promise<Result>): Promise<Result | NotThrough> {
  try {
    return await act();
  } catch (error) {
    if (!isFoveaError(error) || error.context.mayHaveHappened === true || !OTHER_WAY.has(error.code)) throw error;
    return { why: error.message };
  }
}

/** What a caller is told where an action took another way than it should have. */
export function otherWayNotes({ why }: NotThrough): readonly string[] {
  return why === null ? [] : [`! done through \`input\`, not the companion: ${why}`];
}
