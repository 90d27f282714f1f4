import { FoveaError } from "../base/errors.js";
import type { Session } from "../session/session.js";
import { type ActResult, act, apiLevelOf } from "./act.js";
import { sendInput } from "./device-input.js";

/** Short names for the keys that are used most; every `KEYCODE_…` name works as well. */
export const KEYS = {
  back: "KEYCODE_BACK",
  home: "KEYCODE_HOME",
  recents: "KEYCODE_APP_SWITCH",
  enter: "KEYCODE_ENTER",
  delete: "KEYCODE_DEL",
  tab: "KEYCODE_TAB",
  escape: "KEYCODE_ESCAPE",
  space: "KEYCODE_SPACE",
  search: "KEYCODE_SEARCH",
  menu: "KEYCODE_MENU",
  power: "KEYCODE_POWER",
  wakeup: "KEYCODE_WAKEUP",
  sleep: "KEYCODE_SLEEP",
  up: "KEYCODE_DPAD_UP",
  down: "KEYCODE_DPAD_DOWN",
  left: "KEYCODE_DPAD_LEFT",
  right: "KEYCODE_DPAD_RIGHT",
  center: "KEYCODE_DPAD_CENTER",
  volume_up: "KEYCODE_VOLUME_UP",
  volume_down: "KEYCODE_VOLUME_DOWN",
} as const;

/** The key's Android name. Errors: INVALID_ARGUMENT for anything that cannot be one. */
export function keyCode(key: string): string {
  const short = Object.entries(KEYS).find(([name]) => name === key.toLowerCase());
  if (short) return short[1];
  const name = key.toUpperCase().replace(/^(?!KEYCODE_)/, "KEYCODE_");
  if (/^KEYCODE_[A-Z0-9_]{1,40}$/.test(name)) return name;
  throw new FoveaError("INVALID_ARGUMENT", `"${key}" is no key; for example back, home, enter, KEYCODE_PAGE_DOWN`);
}

/** Presses a key, briefly or long, once or several times. Errors: INVALID_ARGUMENT; those of sendInput. */
export async function pressKey(
  session: Session,
  request: { readonly key: string; readonly long: boolean; readonly count: number },
  signal: AbortSignal,
): Promise<ActResult> {
  const code = keyCode(request.key);
  return await act(
    session,
    async () => {
      const before = session.lastObservation;
      const codes = Array.from({ length: request.count }, () => code);
      const args = ["keyevent", ...(request.long ? ["--longpress"] : []), ...codes];
      await sendInput(session.device, await apiLevelOf(session, signal), [args], request.count * 100, signal);
      const times = request.count > 1 ? ` ${request.count} times` : "";
      return { did: `pressed ${request.long ? "and held " : ""}${code}${times}`, points: [], before };
    },
    signal,
  );
}
