import { FoveaError } from "../base/errors.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import type { Target } from "../screen/selector.js";
import { printTarget } from "../screen/selector-print.js";
import type { Session } from "../session/session.js";
import type { ActCall } from "../session/session-watcher.js";
import { type ActResult, act, apiLevelOf } from "./act.js";
import { clearCalls } from "./clear-calls.js";
import { type InputPlan, inputArgv, sendInput } from "./device-input.js";
import { type FocusedField, focusField } from "./focus-field.js";
import { FOCUS_GUARD } from "./focus-guard.js";
import { isMultilineField } from "./input-type.js";
import { isNotThrough, type NotThrough, otherWayNotes } from "./on-device/through-half.js";
import { typeThroughHalf } from "./on-device/type-through-half.js";
import { readBack, readBackLines } from "./read-back.js";
import { type InputCall, refuseLineBreak, refuseUntypable, textCalls } from "./text-calls.js";
import type { Patience } from "./when-ready.js";

export interface TypeTextRequest extends Patience {
  readonly text: string;
  /** The field to tap first; null types into the one that has the focus. */
  readonly target: Target | null;
  /** Empty the field first. */
  readonly clear: boolean;
  /** Press Enter at the end; also allows line breaks in a field of one line, each of which is an Enter. */
  readonly submit: boolean;
}

/** A field may be slow to take its keys; the deadline of the call is shorter than that of many slow chunks. */
const CALL_MS = 3_000;

/**
 * Types into a field: any text through the on-device half. Without one by key events, which is exact for printable ASCII;
 * anything else is refused before a key is sent. What was typed is in no error and no log, and in an answer only beside
 * what a field shows instead that is no password: it may be a secret.
 * Errors: TEXT_UNSUPPORTED with the characters, NO_TEXT_FIELD, INVALID_ARGUMENT, those of typeThroughHalf, focusField and
 * sendInput.
 */
export async function typeText(session: Session, request: TypeTextRequest, signal: AbortSignal): Promise<ActResult> {
  const { text, clear, submit } = request;
  if (text === "" && !clear && !submit) throw new FoveaError("INVALID_ARGUMENT", "there is nothing to type");
  return await act(
    session,
    callOf(request),
    async () => {
      const typed = await typeThroughHalf(session, request, signal);
      const isByInput = isNotThrough(typed);
      const { field } = isByInput ? await typeByInput(session, { request, insteadOf: typed }, signal) : typed;
      const other = isByInput ? otherWayNotes(typed) : [];
      const typedText = { text, isCleared: clear, field };
      // Enter may empty the field, or lead to another screen.
      const readField = submit ? undefined : (after: Observation | null) => readBack(typedText, after);
      const notes = (after: Observation | null) => [...other, ...(readField ? readBackLines(readField(after)) : [])];
      return {
        did: wordsFor(request, field),
        points: [],
        by: isByInput ? "input" : "text",
        isReadAmid: true,
        typedInto: field,
        notes,
        ...(readField && { readField }),
      };
    },
    signal,
  );
}

function callOf({ text, target, clear, submit }: TypeTextRequest): ActCall {
  const into = target === null ? {} : { target: printTarget(target) };
  return { tool: "type_text", args: { text, ...into, ...(clear && { clear }), ...(submit && { submit }) } };
}

async function typeByInput(
  session: Session,
  { request, insteadOf }: { readonly request: TypeTextRequest; readonly insteadOf: NotThrough },
  signal: AbortSignal,
): Promise<FocusedField> {
  const { text, target, clear, submit, timeoutMs, isStrict } = request;
  refuseUntypable(text, insteadOf.why);
  const apiLevel = await apiLevelOf(session, signal);
  const focused = await focusField(session, { target, apiLevel, timeoutMs, isStrict }, signal);
  if (text.includes("\n") && !submit) refuseLineBreak(await isMultilineField(session, signal));
  const calls = [...(clear ? clearCalls(session, focused.field, apiLevel) : []), ...textCalls(text, submit)];
  await sendKeys(session, { calls, apiLevel, focused }, signal);
  return focused;
}

async function sendKeys(
  session: Session,
  plan: {
    readonly calls: readonly InputCall[];
    readonly apiLevel: number | null;
    readonly focused: FocusedField;
  },
  signal: AbortSignal,
): Promise<void> {
  const { apiLevel, focused } = plan;
  const calls = plan.calls.map((args) => inputArgv(apiLevel, args));
  const input = {
    calls,
    extraMs: calls.length * CALL_MS,
    window: focused.window,
    isGuardedThroughout: true,
    isSecret: true,
  };
  if (await isSent(session, apiLevel, input, signal)) return;
  throw new FoveaError(
    "FOCUS_LOST",
    `another window came to the front of ${session.device.serial}; nothing was typed`,
    {
      device: session.device.serial,
      hint: "Observe to see which one, and type again when the field has the focus.",
    },
  );
}

/** False where another window has the focus. */
async function isSent(
  session: Session,
  apiLevel: number | null,
  input: InputPlan,
  signal: AbortSignal,
): Promise<boolean> {
  for (const isLast of [false, true]) {
    const said = await sendInput(session, apiLevel, input, signal);
    if (typeof said === "string") return true;
    if (said.notSent === "moved") return false;
    if (isLast) session.noteMissing(FOCUS_GUARD);
  }
  return typeof (await sendInput(session, apiLevel, input, signal)) === "string";
}

function wordsFor({ text, clear, submit }: TypeTextRequest, field: UiElement | null): string {
  const count = [...text].length;
  const typed = text === "" ? [] : [`typed ${count} ${count === 1 ? "character" : "characters"}`];
  const steps = [...(clear ? ["cleared"] : []), ...typed, ...(submit ? ["pressed Enter"] : [])];
  const into = field ? ` in ${field.ref} ${field.role}` : "";
  return `${steps.join(", ")}${into}`;
}
