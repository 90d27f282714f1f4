import { lookUp } from "../../base/word-table.js";
import type { GlobalAction } from "../../devices/on-device/words.js";
import type { Session } from "../../session/session.js";
import { halfOf, isNotThrough, type NotThrough, tryAct } from "./through-half.js";

/** Keys that are the same as an action of the system, which sends these very keys (AccessibilityManagerService). */
const SAME: Readonly<Record<string, GlobalAction>> = {
  KEYCODE_BACK: "back",
  KEYCODE_HOME: "home",
  KEYCODE_APP_SWITCH: "recents",
};

/** The action of the system that a key is; undefined for all other keys. */
export function actionOfKey(key: string): GlobalAction | undefined {
  return lookUp(SAME, key);
}

/** An action of the system by the on-device half. Errors: those of the request. */
export async function actThroughHalf(
  session: Session,
  action: GlobalAction,
  signal: AbortSignal,
): Promise<{ readonly by: "action"; readonly after: number } | NotThrough> {
  const half = await halfOf(session, signal);
  if (isNotThrough(half)) return half;
  const answer = await tryAct(() => half.client.request("globalAction", { action }, signal));
  if (isNotThrough(answer)) return answer;
  const { performed, seq } = answer.result;
  return performed ? { by: "action", after: seq } : { why: `the system refused the action "${action}"` };
}
