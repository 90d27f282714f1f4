import { retryRead } from "../../devices/retry-read.js";
import { dumpsys, pipe, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";

/**
 * The field that the keyboard types into, as Android reported it to the keyboard: InputMethodService.dump, API 24 to
 * 36.
 */
const SCRIPT = readScript(pipe(dumpsys(2, "input_method"), ["grep", "-A", "1", "mInputEditorInfo:"]));

/** InputType.TYPE_CLASS_TEXT in TYPE_MASK_CLASS, and TYPE_TEXT_FLAG_MULTI_LINE. */
const CLASS_MASK = 0xf;
const CLASS_TEXT = 0x1;
const MULTI_LINE = 0x20000;

/** Whether the field that receives keys has several lines; null if there is none, or the keyboard does not know. */
export async function isMultilineField(session: Session, signal: AbortSignal): Promise<boolean | null> {
  const { stdout } = await retryRead(session.device, SCRIPT, SHELL_LIMITS, signal);
  const type = /mInputEditorInfo:\s+inputType=0x([0-9a-f]+)/.exec(stdout.toString("utf8"))?.[1];
  if (type === undefined) return null;
  return isMultilineType(Number.parseInt(type, 16));
}

/** The same, from an android.text.InputType; null if it is 0 or unknown. */
export function isMultilineType(inputType: number | undefined): boolean | null {
  if (inputType === undefined || inputType === 0) return null;
  return (inputType & CLASS_MASK) === CLASS_TEXT && (inputType & MULTI_LINE) !== 0;
}
