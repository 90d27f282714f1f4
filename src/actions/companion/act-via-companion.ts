import { lookUp } from "../../base/word-table.js";
import type { GlobalAction } from "../../devices/companion/words.js";
import type { Session } from "../../session/session.js";
import { companionOf, isNotViaCompanion, type NotViaCompanion, tryAct } from "./via-companion.js";

/** Keys whose effect equals a global action: the system sends these very keys for it (AccessibilityManagerService). */
const SAME: Readonly<Record<string, GlobalAction>> = {
  KEYCODE_BACK: "back",
  KEYCODE_HOME: "home",
  KEYCODE_APP_SWITCH: "recents",
};

/** The global action that equals a key; undefined for all other keys. */
export function actionOfKey(key: string): GlobalAction | undefined {
  return lookUp(SAME, key);
}

/** Performs a global action through the companion. Errors: those of the request. */
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
