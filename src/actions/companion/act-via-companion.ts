import { lookUp } from "../../base/word-table.js";
import type { GlobalAction } from "../../devices/companion/words.js";
import type { Session } from "../../session/session.js";
import { companionOf, isNotViaCompanion, type NotViaCompanion, tryAct } from "./via-companion.js";

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

/** An action of the system by the companion. Errors: those of the request. */
export async function actViaCompanion(
  session: Session,
  action: GlobalAction,
  signal: AbortSignal,
): Promise<{ readonly by: "action"; readonly after: number } | NotViaCompanion> {
  const companion = await companionOf(session, signal);
  if (isNotViaCompanion(companion)) return companion;
  const answer = await tryAct(() => companion.client.request("globalAction", { action }, signal));
  if (isNotViaCompanion(answer)) return answer;
  const { performed, seq } = answer.result;
  return performed ? { by: "action", after: seq } : { why: `the system refused the action "${action}"` };
}
