import type { Framework } from "../../framework/framework.js";
import type { CompanionParts } from "../parts.js";
import type { GlobalAction } from "../vocabulary.js";
import type { Answer, Call } from "../wire/host.js";
import type { ParamsOf } from "../wire/requests.js";
import { WireError } from "../wire/wire-error.js";

interface Known {
  /** The API level that introduced it (android.md 5.4). */
  readonly since: number;
  /** Performs the action; absent if the phone does not support it, so it refuses. */
  readonly act?: (framework: Framework) => void;
}

const key = (name: string) => (framework: Framework) => framework.keys.press(name, "down-up");

const ACTIONS: Readonly<Record<GlobalAction, Known>> = {
  back: { since: 24, act: key("BACK") },
  home: { since: 24, act: key("HOME") },
  recents: { since: 24, act: key("APP_SWITCH") },
  notifications: { since: 24, act: ({ systemUi }) => systemUi.setShade(true) },
  quickSettings: { since: 24, act: ({ systemUi }) => systemUi.setShade(true) },
  powerDialog: { since: 24 },
  toggleSplitScreen: { since: 24 },
  lockScreen: { since: 28, act: key("SLEEP") },
  takeScreenshot: { since: 28 },
  headsetHook: { since: 31 },
  accessibilityAllApps: { since: 31 },
  dismissNotificationShade: { since: 31, act: ({ systemUi }) => systemUi.setShade(false) },
  dpadUp: { since: 33, act: key("DPAD_UP") },
  dpadDown: { since: 33, act: key("DPAD_DOWN") },
  dpadLeft: { since: 33, act: key("DPAD_LEFT") },
  dpadRight: { since: 33, act: key("DPAD_RIGHT") },
  dpadCenter: { since: 33, act: key("DPAD_CENTER") },
  menu: { since: 36, act: key("MENU") },
  mediaPlayPause: { since: 36 },
};

/** Performs an action that is not for a node. */
export async function globalAction(
  parts: CompanionParts,
  params: ParamsOf<"globalAction">,
  call: Call,
): Promise<Answer> {
  const { since, act } = ACTIONS[params.action];
  if (parts.facts.apiLevel < since) {
    throw new WireError("UNSUPPORTED", `this action came with API ${since}`, { mayHaveHappened: false });
  }
  call.begin();
  const { seq } = parts.events;
  parts.screen.framework.kernel.scheduler.sync();
  act?.(parts.screen.framework);
  return { result: { performed: act !== undefined, seq } };
}
