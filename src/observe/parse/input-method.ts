import type { Ime, Power } from "../../screen/facts.js";
import { booleanOf, firstMatch, wholeLines } from "./text.js";

export interface InputMethodFacts {
  readonly ime: Ime;
  readonly power: Power | null;
}

/**
 * Reads `dumpsys input_method`, also a single line of it. Only InputMethodManagerService's `mInputShown` reports
 * whether the keyboard is shown: the keyboard's own `mIsInputViewShown` stays true in a hidden window, and
 * `mShowRequested` is only a request. `mInputShown` is also true for the invisible strip of a hardware keyboard, so the
 * frame of the keyboard's insets has priority.
 */
export function parseInputMethod(text: string): InputMethodFacts | undefined {
  const lines = wholeLines(text);
  const visible = booleanOf(firstMatch(lines, /\bmInputShown=(true|false)\b/));
  const inputMethod =
    firstMatch(lines, /^\s*mCur(?:Method)?Id=(\S+)/) ?? firstMatch(lines, /\bmSelectedMethodId=(\S+)/);
  const interactive = booleanOf(firstMatch(lines, /\b(?:mInteractive|mIsInteractive)=(true|false)\b/));
  const isThisFormat = lines.some((line) => /^(?:Current )?Input Method Manager /i.test(line));
  if (visible === null && inputMethod === undefined && !isThisFormat) return undefined;
  return {
    ime: { visible, frame: null, inputMethod: inputMethod && inputMethod !== "null" ? inputMethod : null },
    power: interactive === null ? null : { interactive, wakefulness: null, displayState: null },
  };
}
