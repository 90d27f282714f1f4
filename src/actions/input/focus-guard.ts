import { quote, quoteArgv } from "../../devices/quote.js";
import { dumpsys, type Step } from "../../devices/script.js";
import { LIVE_WINDOW_ID } from "../../observe/companion/front-window.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { Session } from "../../session/session.js";

/** Exit codes of a guard: another window has the focus, before anything was sent or midway; no window is reported. */
export const FOCUS_MOVED = 75;
export const FOCUS_MOVED_LATER = 76;
export const FOCUS_UNKNOWN = 77;

/** A session's note that the device's dumps show guards no focus at all, while the host could read it. */
export const FOCUS_GUARD = "focus guard";

/** DisplayPolicy's and PhoneWindowManager's word for a screen that is off: the focus may stay where it was. */
const ASLEEP = "mAwake=false";

/** `mCurrentFocus` is in `dumpsys window displays` from Android 10 on; before, `policy` has `mFocusedWindow`. */
const FIRST_WITH_FOCUS_IN_DISPLAYS = 29;

/**
 * A step that ends the script unless the window still has the focus: with the first code that it is given where another
 * one has it or the screen is off, with the second where the device does not report the focus. It is asked on the
 * device right before the input that it guards: that shortens the time between a reading from the host and the touch to
 * the time that `dumpsys window` and the start of `input` take. Undefined if the window's id is not known for sure.
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

/** What dumps call a window: the companion has its own names, and learned this one's with the activity. */
function dumpIdOf({ companion: { front } }: Session, windowId: string | null): string | null {
  if (front?.windowId === windowId) return front?.dumpId ?? null;
  return windowId?.startsWith(LIVE_WINDOW_ID) ? null : windowId;
}
