import { quoteArgv } from "../devices/quote.js";
import { dumpsys, type Step } from "../devices/script.js";
import type { ActiveWindow } from "../screen/facts.js";
import type { Session } from "../session/session.js";

/** Exit codes of a guard that found another window: before anything was sent, and in the middle. */
export const FOCUS_MOVED = 75;
export const FOCUS_MOVED_LATER = 76;

/** What a session notes where the device words its dumps so that guards never find the window. */
export const FOCUS_GUARD = "focus guard";

/** `mCurrentFocus` is in `dumpsys window displays` from Android 10 on; before, `policy` has `mFocusedWindow`. */
const FIRST_WITH_FOCUS_IN_DISPLAYS = 29;

/**
 * A step that ends the script with the code that it is given unless the window still has the focus. It is asked on the
 * device right before the input that it guards: that closes the gap between a look from the host and the touch to the
 * time that `dumpsys window` and the start of `input` take. Undefined where the window's id is not known for sure.
 */
export function focusGuard(
  session: Session,
  apiLevel: number | null,
  window: ActiveWindow | null,
): ((exitCode: number) => Step) | undefined {
  const id = window?.basis === "focus" ? window.windowId : null;
  if (id === null || apiLevel === null || session.isMissing(FOCUS_GUARD)) return undefined;
  const isNew = apiLevel >= FIRST_WITH_FOCUS_IN_DISPLAYS;
  const dump = quoteArgv(dumpsys(3, "window", isNew ? "displays" : "policy"));
  const find = quoteArgv(["grep", "-qF", `${isNew ? "mCurrentFocus" : "mFocusedWindow"}=Window{${id} `]);
  return (exitCode) => ({ text: `{ ${dump} | ${find} || exit ${exitCode}; }`, isSimple: false });
}
