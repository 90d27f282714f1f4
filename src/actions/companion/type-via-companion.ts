import { FoveaError, toFoveaError } from "../../base/errors.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import { changesMore } from "../../observe/companion/status-bar.js";
import type { Session } from "../../session/session.js";
import { apiLevelOf } from "../act.js";
import { inputArgv, sendTimed } from "../input/device-input.js";
import { allHeld, drawnSince, framesBeforeKeys, type IsUnchanged, known } from "../input/drawn-since.js";
import { heldField } from "../input/field-guard.js";
import { nodeOf } from "../targets/node-address.js";
import { withTargets } from "../targets/target-names.js";
import type { FocusedField, GivenFocus } from "../text/focus-field.js";
import { isMultilineField, isMultilineType } from "../text/input-type.js";
import { proveMidway } from "../text/prove-midway.js";
import { refuseLineBreak, refuseNoText } from "../text/text-calls.js";
import type { TypeTextAsked, TypeTextRequest } from "../text/type-text-request.js";
import { type FocusedNode, focusViaCompanion, holdFound, mayHaveMoved, rest } from "./focus-via-companion.js";
import { goToEnd } from "./go-to-end.js";
import { companionOf, isNotViaCompanion, type NotViaCompanion, tryAct } from "./via-companion.js";

/** One step on the field with the focus; a text is sent in one piece, whatever its length. */
type Step = { readonly text: string; readonly mode: "insert" | "replace" } | "enter";

/** A field that was typed into; whether nothing changed right before the text, and right before an Enter after it. */
type TypedNode = FocusedNode & { readonly isHeld: IsUnchanged; readonly isEnterHeld: IsUnchanged };

/**
 * Types any Unicode text through the companion, into a field that an observation showed with the focus; no event since
 * then reports a move of the focus. Errors: TEXT_UNSUPPORTED, those of focusViaCompanion; FOCUS_LOST if the focus was
 * lost right before the text or between two lines; those of the requests, never with the text.
 */
export async function typeViaCompanion(
  session: Session,
  request: TypeTextAsked,
  signal: AbortSignal,
): Promise<TypedNode | NotViaCompanion> {
  // Enter alone is a key, not a text.
  if (request.text === "" && !request.clear) return { why: null };
  const companion = await companionOf(session, signal);
  if (isNotViaCompanion(companion)) return companion;
  refuseNoText(request.text);
  const found = await focusViaCompanion(session, companion, request, signal);
  if (isNotViaCompanion(found)) return found;
  return await typeInto(session, companion, { request, found }, signal).catch((error) => {
    throw withTargets(error, found.targets);
  });
}

/** Types the text into the field that was found. */
async function typeInto(
  session: Session,
  companion: LiveCompanion,
  { request, found }: { readonly request: TypeTextRequest; readonly found: FocusedNode },
  signal: AbortSignal,
): Promise<TypedNode | NotViaCompanion> {
  if (isBox(found, request.text)) return { why: BOXES, found };
  const breaks = await lineBreaks(session, { request, focused: found }, signal);
  const isEmpty = !request.clear && (await goToEnd(session, companion, found, signal)) === "empty";
  const steps = stepsOf({ ...request, clear: request.clear || isEmpty }, breaks);
  const held = await holdFound(session, companion, found, signal);
  const { focused } = held;
  const heldSeq = held.heldSeq ?? companion.events.lastSeq;
  if (mayHaveMoved(companion, focused.seq)) throw focusLost(session, false);
  const isHeld = (at: number) => found.mayHaveGoneOn !== true && isCalm(companion, focused, [heldSeq + 1, at]);
  const taken = await takeSteps(session, { companion, focused, steps, request, isHeld }, signal);
  if (!("typedAt" in taken)) return { ...taken, found: focused };
  return { ...focused, isHeld: known(isHeld(taken.typedAt)), isEnterHeld: taken.isEnterHeld };
}

const BOXES = "the field takes one character, and further keys go into the next fields";

/**
 * Whether it is one box of a code: the app moves the focus on after each character, and a text in one piece does not
 * wait for that.
 */
function isBox({ node }: FocusedNode, text: string): boolean {
  const limit = (node && nodeOf(node)?.details?.maxTextLength) ?? null;
  return limit === 1 && text.length > 1 && /^[\x20-\x7e]+$/.test(text);
}

/** Whether the line breaks of the text are typed as Enter keys or as text. Errors: TEXT_UNSUPPORTED. */
async function lineBreaks(
  session: Session,
  { request, focused }: { readonly request: TypeTextRequest; readonly focused: FocusedNode },
  signal: AbortSignal,
): Promise<"enter" | "text"> {
  if (!request.text.includes("\n")) return "text";
  const details = (focused.node && nodeOf(focused.node)?.details) ?? {};
  const reported = details.states?.includes("multiLine") === true || isMultilineType(details.inputType);
  const isMultiline = reported ?? (await isMultilineField(session, signal));
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

/** Whether none of these events reports a change. */
function isCalm(companion: LiveCompanion, { window }: FocusedField, [from, to]: readonly [number, number]): boolean {
  const heard = companion.events.between(from, to);
  return heard !== undefined && !heard.some((event) => changesMore(event, window?.package ?? null));
}

interface Typing {
  /** Whether no event reports a change between the device's comparison and this event, the last one before the text. */
  readonly isHeld: (at: number) => boolean;
  readonly companion: LiveCompanion;
  readonly focused: FocusedNode;
  readonly steps: readonly Step[];
  readonly request: TypeTextRequest;
}

interface Taken {
  /** The number of the last event before the text. */
  readonly typedAt: number;
  readonly isEnterHeld: IsUnchanged;
}

/**
 * Does the steps. Gives the companion's refusal if nothing was done; else the last event before the text, and whether
 * nothing was drawn right before the Enters.
 */
async function takeSteps(
  session: Session,
  { companion, focused, steps, request, isHeld }: Typing,
  signal: AbortSignal,
): Promise<NotViaCompanion | Taken> {
  let typedAt = 0;
  const enters: IsUnchanged[] = [];
  let firstAt: number | null = null;
  const firstEnter = steps.indexOf("enter");
  for (const [place, step] of steps.entries()) {
    const take = async () => {
      const isProven = place === firstEnter && place > 0;
      const before = { companion, request, focused, first: steps[0], after: typedAt, isHeld: isHeld(typedAt) };
      const now = isProven ? { ...focused, ...(await lookBeforeEnter(session, before, signal)) } : focused;
      return await takeStep(session, { companion, focused: now, step, isFirst: place === 0 }, signal);
    };
    const done = await take().catch((error) => {
      throw place > 0 ? toFoveaError(error).with({ mayHaveHappened: true }) : error;
    });
    if (typeof done === "number") {
      typedAt = done;
      firstAt ??= done;
      continue;
    }
    if (typeof done === "function") enters.push(done);
    else if (place > 0) throw inPart(session, done);
    else return done;
  }
  return { typedAt: firstAt ?? 0, isEnterHeld: allHeld(...enters) };
}

interface TakenStep {
  readonly companion: LiveCompanion;
  readonly focused: GivenFocus;
  readonly step: Step;
  readonly isFirst: boolean;
}

/**
 * Gives the number of the last event before a text that was typed; for an Enter, whether nothing was drawn right before
 * it; else the refusal of the companion.
 */
async function takeStep(
  session: Session,
  { companion, focused, step, isFirst }: TakenStep,
  signal: AbortSignal,
): Promise<NotViaCompanion | number | IsUnchanged> {
  if (step === "enter") return await pressEnter(session, { focused, isFirst }, signal);
  const done = await tryAct(() => companion.client.request("commitText", step, signal));
  return isNotViaCompanion(done) ? done : done.result.seq;
}

interface BeforeEnter {
  readonly companion: LiveCompanion;
  readonly request: TypeTextRequest;
  readonly focused: FocusedNode;
  readonly first: Step | undefined;
  /** The number of the last event before the text. */
  readonly after: number;
  readonly isHeld: boolean;
}

/**
 * Checks the field before an Enter, because an Enter may send its text: it has to be the right field. The app may take
 * a moment to show the text.
 */
async function lookBeforeEnter(
  session: Session,
  { companion, request, focused, first, after, isHeld }: BeforeEnter,
  signal: AbortSignal,
): Promise<FocusedField> {
  const { field, screen, isHidden = false } = focused;
  if (!field || first === undefined || first === "enter") return focused;
  await rest(companion, { after }, signal);
  const { text } = first;
  const typed = { text, isCleared: request.clear, field, screen, isHidden };
  const did = `typed ${[...text].length} characters`;
  return await proveMidway(session, { typed, isHeld: known(isHeld), did, rest: "Enter was not pressed" }, signal);
}

/** A field may be slow to take a key. */
const ENTER_MS = 3_000;

/**
 * Presses Enter as a key: the service's editor action does not reach apps that listen for the key. Gives whether
 * nothing was drawn while `input` started.
 */
async function pressEnter(
  session: Session,
  { focused, isFirst }: { readonly focused: GivenFocus; readonly isFirst: boolean },
  signal: AbortSignal,
): Promise<IsUnchanged> {
  const apiLevel = await apiLevelOf(session, signal);
  const calls = [inputArgv(apiLevel, ["keyevent", "KEYCODE_ENTER"])];
  const plan = {
    passed: focused.passed,
    calls,
    extraMs: ENTER_MS,
    window: focused.window,
    field: heldField(focused.field),
    ...framesBeforeKeys(session),
  };
  const sent = await sendTimed(session, apiLevel, plan, signal);
  if ("notSent" in sent) throw focusLost(session, !isFirst);
  const { checkedAtMs = null } = focused;
  return drawnSince(session, { checkedAtMs, runs: calls.length, isOneKey: true, sent }).isHeld;
}

function focusLost({ device: { serial } }: Session, isInMiddle: boolean): FoveaError {
  const what = isInMiddle
    ? `another window or field got the focus on ${serial} during typing, and the rest was not typed`
    : `the focus moved on ${serial}; nothing was typed`;
  const hint = "Observe to see where the focus is, and type again when the field has it.";
  const context = { device: serial, mayHaveHappened: isInMiddle };
  return new FoveaError("FOCUS_LOST", what, isInMiddle ? context : { ...context, hint });
}

function inPart({ device: { serial } }: Session, { why }: NotViaCompanion): FoveaError {
  const message = `only the first lines were typed on ${serial}: ${why ?? "the companion is gone"}`;
  return new FoveaError("FOCUS_LOST", message, { device: serial, mayHaveHappened: true });
}
