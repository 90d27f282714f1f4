import { quote, quoteArgv } from "../../devices/quote.js";
import { dumpsys, type Step } from "../../devices/script.js";
import { LIVE_WINDOW_ID } from "../../observe/companion/front-window.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { Session } from "../../session/session.js";

/**
 * Exit codes of a guard: another window has the focus, before anything was sent or in the middle; the focus is not
 * reported.
 */
export const FOCUS_MOVED = 75;
export const FOCUS_MOVED_LATER = 76;
export const FOCUS_UNKNOWN = 77;

/**
 * The name under which a session notes that the device's dumps cannot be used for this check, although the host could
 * read the focus.
 */
export const FOCUS_GUARD = "focus guard";

/** How DisplayPolicy and PhoneWindowManager report a screen that is off: the focus may stay where it was. */
const ASLEEP = "mAwake=false";

/** `mCurrentFocus` is in `dumpsys window displays` from Android 10 on; before, `policy` has `mFocusedWindow`. */
const FIRST_WITH_FOCUS_IN_DISPLAYS = 29;

/**
 * A step that ends the script unless the window still has the focus: with `ifMoved` if another window has it or the
 * screen is off, with `ifUnknown` if the device does not report the focus. The device checks this right before the
 * input. So the time between check and touch is only the time that `dumpsys window` and the start of `input` take, not
 * the way from the host. Undefined if the window's id is not certain.
 */
export function focusGuard(
  session: Session,
  apiLevel: number | null,
  window: ActiveWindow | null,
): ((ifMoved: number, ifUnknown: number) => Step) | undefined {
  const id = window?.basis === "focus" ? dumpIdOf(session, window.windowId) : null;
  if (id === null || apiLevel === null || session.traits.missing.has(FOCUS_GUARD)) return undefined;
  const isNew = apiLevel >= FIRST_WITH_FOCUS_IN_DISPLAYS;
  const dump = quoteArgv(dumpsys(3, "window", isNew ? "displays" : "policy"));
  const key = `${isNew ? "mCurrentFocus" : "mFocusedWindow"}=`;
  const own = `${key}Window{${id} `;
  const said = `${dump} | ${quoteArgv(["grep", "-oF", "-e", ASLEEP, "-e", own, "-e", key])}`;
  const is = (words: string) => `*${quote(words)}*)`;
  return (ifMoved, ifUnknown) => {
    const asleep = `${is(ASLEEP)} exit ${ifMoved};;`;
    const text = `case $(${said}) in ${asleep} ${is(own)} ;; ${is(key)} exit ${ifMoved};; *) exit ${ifUnknown};; esac`;
    return { text, isSimple: false };
  };
}

/**
 * The id of a window in dumps. The companion uses its own ids; it learned the dump's id of this window with the
 * activity.
 */
function dumpIdOf({ companion: { front } }: Session, windowId: string | null): string | null {
  if (front?.windowId === windowId) return front?.dumpId ?? null;
  return windowId?.startsWith(LIVE_WINDOW_ID) ? null : windowId;
}
