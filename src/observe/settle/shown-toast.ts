import { retryRead } from "../../devices/retry-read.js";
import { dumpsys, pipe, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";
import { toastsHeard } from "./toasts.js";

/** Since Android 11 the system draws the toasts of apps, and knows their texts (TextToastRecord.toString). */
const FIRST_WITH_WORDS = 30;
/** Toasts come before the notifications, in which an app could write lines of the same form (dumpImpl). */
const SCRIPT = readScript(
  pipe(dumpsys(2, "notification"), ["grep", "-F", "-m1", "-e", "ToastRecord{", "-e", "  Notification List:"]),
);

/**
 * The text of the toast that the device shows right now, for a session without a companion that reports toasts. Null if
 * there is none, if it is unknown, and before Android 11. Null proves nothing: a toast may have come and gone. Errors:
 * as retryRead.
 */
export async function readShownToast(session: Session, signal: AbortSignal): Promise<string | null> {
  const { apiLevel } = await session.device.facts(signal);
  if (toastsHeard(session) !== null || apiLevel === null || apiLevel < FIRST_WITH_WORDS) return null;
  const { stdout } = await retryRead(session.device, SCRIPT, SHELL_LIMITS, signal);
  return parseShownToast(stdout.toString("utf8"));
}

const LONGEST = 2_000;

/**
 * The text in the first record of `dumpsys notification`, which is the toast that is shown (showNextToastLocked). Only
 * the first line of a text is read; null for an app that draws its own toast.
 */
export function parseShownToast(text: string): string | null {
  const [line = ""] = text.slice(0, LONGEST).split("\n");
  const from = line.indexOf(" text=");
  if (!line.trimStart().startsWith("TextToastRecord{") || from < 0) return null;
  const words = line.slice(from + " text=".length).replace(/ duration=\d{1,9}\}\r?$/, "");
  return words === "" ? null : words;
}
