import type { GlobalAction } from "../../devices/on-device/words.js";
import type { Session } from "../../session/session.js";
import { halfOf, isNotThrough, type NotThrough, tryAct } from "./through-half.js";

/** Keys that are the same as an action of the system: AccessibilityService sends these very keys, or opens what they open. */
const SAME: Readonly<Record<string, GlobalAction>> = {
  KEYCODE_BACK: "back",
  KEYCODE_HOME: "home",
  KEYCODE_APP_SWITCH: "recents",
  KEYCODE_NOTIFICATION: "notifications",
};

/** A key by the on-device half, where it is the same as one of the system's actions. Errors: those of the request. */
export async function pressThroughHalf(
  session: Session,
  key: string,
  signal: AbortSignal,
): Promise<{ readonly by: "action"; readonly after: number } | NotThrough> {
  const action = SAME[key];
  if (!action) return { why: null };
  const half = await halfOf(session, signal);
  if (isNotThrough(half)) return half;
  const answer = await tryAct(() => half.client.request("globalAction", { action }, signal));
  if (isNotThrough(answer)) return answer;
  const { performed, seq } = answer.result;
  return performed ? { by: "action", after: seq } : { why: `the system refused the action "${action}"` };
}
