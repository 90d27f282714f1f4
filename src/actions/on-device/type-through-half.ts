import { FoveaError, toFoveaError } from "../../base/errors.js";
import type { LiveHalf } from "../../devices/on-device/live-half.js";
import type { Session } from "../../session/session.js";
import { apiLevelOf } from "../act.js";
import { inputArgv, sendInput } from "../device-input.js";
import { isMultilineField, isMultilineType } from "../input-type.js";
import { refuseLineBreak, refuseNoText } from "../text-calls.js";
import type { TypeTextRequest } from "../type-text.js";
import { type FocusedNode, focusThroughHalf, goToEnd, mayHaveMoved } from "./focus-through-half.js";
import { nodeOf } from "./node-address.js";
import { halfOf, isNotThrough, type NotThrough, tryAct } from "./through-half.js";

/** One thing to do to the field with the focus; a text goes there in one piece, whatever its length. */
type Step = { readonly text: string; readonly mode: "insert" | "replace" } | "enter";

/**
 * Types any Unicode text through the on-device half: into a field that a walk found focused, and since then no event
 * spoke of the focus. Errors: TEXT_UNSUPPORTED, those of focusThroughHalf; FOCUS_LOST where the focus went away right
 * before or between two lines; those of the requests, never with the text.
 */
export async function typeThroughHalf(
  session: Session,
  request: TypeTextRequest,
  signal: AbortSignal,
): Promise<FocusedNode | NotThrough> {
  // Enter alone is a key, and no text.
  if (request.text === "" && !request.clear) return { why: null };
  const half = await halfOf(session, signal);
  if (isNotThrough(half)) return half;
  refuseNoText(request.text);
  const focused = await focusThroughHalf(session, half, request, signal);
  if (isNotThrough(focused)) return focused;
  const breaks = await lineBreaks(session, { request, focused }, signal);
  const isEmpty = !request.clear && (await goToEnd(session, half, focused, signal)) === "empty";
  const steps = stepsOf({ ...request, clear: request.clear || isEmpty }, breaks);
  if (mayHaveMoved(half, focused.seq)) throw focusLost(session, false);
  const refused = await takeSteps(session, { half, focused, steps }, signal);
  return refused ?? focused;
}

/** Whether the line breaks of the text are Enters, or text themselves. Errors: TEXT_UNSUPPORTED. */
async function lineBreaks(
  session: Session,
  { request, focused }: { readonly request: TypeTextRequest; readonly focused: FocusedNode },
  signal: AbortSignal,
): Promise<"enter" | "text"> {
  if (!request.text.includes("\n")) return "text";
  const details = (focused.node && nodeOf(focused.node)?.details) ?? {};
  const told = details.states?.includes("multiLine") === true || isMultilineType(details.inputType);
  const isMultiline = told ?? (await isMultilineField(session, signal));
  if (!request.submit) refuseLineBreak(isMultiline);
  return isMultiline === true ? "text" : "enter";
}

function stepsOf({ text, clear, submit }: TypeTextRequest, breaks: "enter" | "text"): readonly Step[] {
  const lines = breaks === "text" ? [text] : text.split("\n");
  const typed = lines.flatMap((line, place): readonly Step[] => {
    const mode = clear && place === 0 ? "replace" : "insert";
    const step: readonly Step[] = line === "" && mode === "insert" ? [] : [{ text: line, mode }];
    return place === 0 ? step : ["enter", ...step];
  });
  return submit ? [...typed, "enter"] : typed;
}

interface Typing {
  readonly half: LiveHalf;
  readonly focused: FocusedNode;
  readonly steps: readonly Step[];
}

/** What the half refused before anything was done; else undefined. */
async function takeSteps(
  session: Session,
  { half, focused, steps }: Typing,
  signal: AbortSignal,
): Promise<NotThrough | undefined> {
  for (const [place, step] of steps.entries()) {
    const done = await takeStep(session, { half, focused, step, isFirst: place === 0 }, signal).catch((error) => {
      throw place > 0 ? toFoveaError(error).with({ mayHaveHappened: true }) : error;
    });
    if (done && place > 0) throw inPart(session, done);
    if (done) return done;
  }
  return undefined;
}

async function takeStep(
  session: Session,
  { half, focused, step, isFirst }: Omit<Typing, "steps"> & { readonly step: Step; readonly isFirst: boolean },
  signal: AbortSignal,
): Promise<NotThrough | undefined> {
  if (step === "enter") {
    await pressEnter(session, { focused, isFirst }, signal);
    return undefined;
  }
  const done = await tryAct(() => half.client.request("commitText", step, signal));
  return isNotThrough(done) ? done : undefined;
}

/** A field may be slow to take a key. */
const ENTER_MS = 3_000;

/** By key: what the service has in its place does not reach apps that listen for the key. */
async function pressEnter(
  session: Session,
  { focused, isFirst }: { readonly focused: FocusedNode; readonly isFirst: boolean },
  signal: AbortSignal,
): Promise<void> {
  const apiLevel = await apiLevelOf(session, signal);
  const calls = [inputArgv(apiLevel, ["keyevent", "KEYCODE_ENTER"])];
  const said = await sendInput(session, apiLevel, { calls, extraMs: ENTER_MS, window: focused.window }, signal);
  if (typeof said !== "string") throw focusLost(session, !isFirst);
}

function focusLost({ device: { serial } }: Session, isInMiddle: boolean): FoveaError {
  const what = isInMiddle
    ? `another window came to the front of ${serial} in the middle of it, and the rest was not typed`
    : `the focus moved on ${serial}; nothing was typed`;
  const hint = "Observe to see where it is, and type again when the field has the focus.";
  const context = { device: serial, mayHaveHappened: isInMiddle };
  return new FoveaError("FOCUS_LOST", what, isInMiddle ? context : { ...context, hint });
}

function inPart({ device: { serial } }: Session, { why }: NotThrough): FoveaError {
  const message = `only the first lines were typed on ${serial}: ${why ?? "the on-device half is gone"}`;
  return new FoveaError("FOCUS_LOST", message, { device: serial, mayHaveHappened: true });
}
