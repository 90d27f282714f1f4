import type { Ime, Power } from "../../screen/facts.js";
import { booleanOf, firstMatch, wholeLines } from "./text.js";

export interface InputMethodFacts {
  readonly ime: Ime;
  readonly power: Power | null;
}

/**
 * `dumpsys input_method`, also one line of it. Only InputMethodManagerService's `mInputShown` reports whether the
 * keyboard is up: the service's own `mIsInputViewShown` stays true behind a hidden window, and `mShowRequested` is a
 * request. It is also true over an invisible strip with a hardware keyboard, so an insets frame outranks it.
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
