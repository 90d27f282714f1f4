import { FoveaError } from "../../base/errors.js";
import { fieldPrints, isStillField, losesItsName, nameField } from "../../screen/field-print.js";
import type { Observation } from "../../screen/observation.js";
import type { Session } from "../../session/session.js";
import { apiLevelOf } from "../act.js";
import type { NotViaCompanion } from "../companion/via-companion.js";
import { type InputPlan, inputArgv, type NotSent, type Sent, sendTimed } from "../input/device-input.js";
import { allHeld, drawnAfter, drawnSince, framesBeforeKeys, type IsUnchanged, known } from "../input/drawn-since.js";
import { type HeldField, heldField, MOVED } from "../input/field-guard.js";
import { FOCUS_GUARD } from "../input/focus-guard.js";
import { withTargets } from "../targets/target-names.js";
import { clearCalls } from "../text/clear-calls.js";
import { observeEmptiedField } from "../text/emptied-field.js";
import { type FocusedField, focusField, type GivenFocus, type ShownField } from "../text/focus-field.js";
import { isMultilineField } from "../text/input-type.js";
import { proveMidway } from "../text/prove-midway.js";
import {
  CHUNK,
  type InputCall,
  isEnter,
  refuseLineBreak,
  refuseUntypable,
  textCalls,
  textOfCall,
} from "../text/text-calls.js";
import type { TypeTextAsked, TypeTextRequest } from "../text/type-text-request.js";

/** A field that was typed into. */
export interface TypedField extends GivenFocus {
  /**
   * False if another view received the keys at the end than at the beginning, and for a hidden field; true if unknown.
   */
  readonly isHeld: IsUnchanged;
  /** False if something was drawn between the last observation and the Enter of a submit. */
  readonly isEnterHeld: IsUnchanged;
  /** The last reading of the screen before the first key. */
  readonly seenBefore?: Observation | null;
}

/** A field may be slow to accept its keys; the deadline of the call is shorter than that of many slow chunks. */
const CALL_MS = 3_000;

/**
 * Types by the keys of `input`. The focus is checked before each call. A text with an Enter at its end, or of several
 * calls, is checked on the screen once before it goes on. `insteadOf` says why the companion did not type it, and which
 * field it had found. Errors: TEXT_UNSUPPORTED, INVALID_ARGUMENT; those of focusField, proveMidway and sendInput;
 * FOCUS_LOST if another window or field has the focus.
 */
export async function typeByInput(
  session: Session,
  request: TypeTextAsked,
  insteadOf: NotViaCompanion,
  signal: AbortSignal,
): Promise<TypedField> {
  const { text, target, timeoutMs, isStrict, endsWhenStill, ask, submit } = request;
  refuseUntypable(text, insteadOf.why);
  const apiLevel = await apiLevelOf(session, signal);
  const { found } = insteadOf;
  const wanted = found?.field ? null : target;
  const now = await focusField(
    session,
    { target: wanted, apiLevel, timeoutMs, isStrict, endsWhenStill, ask, text, submit },
    signal,
  );
  const focused = found
    ? { ...fieldToContinue(session, found, now), passed: now.passed, targets: wanted ? now.targets : found.targets }
    : now;
  const seenBefore = session.lastObservation;
  const typed = await typeInto(session, { request, apiLevel, focused }, signal).catch((error) => {
    throw withTargets(error, focused.targets);
  });
  return { ...typed, seenBefore };
}

interface Typing {
  readonly request: TypeTextRequest;
  readonly apiLevel: number | null;
  readonly focused: GivenFocus;
}

/** Types the text into the field that was found. */
async function typeInto(
  session: Session,
  { request, apiLevel, focused }: Typing,
  signal: AbortSignal,
): Promise<TypedField> {
  const { text, clear, submit } = request;
  if (text.includes("\n") && !submit) refuseLineBreak(await isMultilineField(session, signal));
  const typing = textCalls(text, submit);
  const clearing = clear ? clearCalls(session, focused.field, apiLevel) : [];
  const seen = typing.length > 0 && clearing.length > 0 ? shownAsHint(focused) : null;
  if (!seen) return await typeCalls(session, { request, apiLevel, focused, calls: [...clearing, ...typing] }, signal);
  const cleared = await sendKeys(session, { calls: clearing, apiLevel, focused, done: "nothing" }, signal);
  const { showsOther, ...emptied } = await observeEmptiedField(session, seen, signal);
  const isSame = !(
    showsOther && (await cleared.hasDrawnUntil(emptied.checkedAtMs ?? Number.POSITIVE_INFINITY, signal))
  );
  const now = { ...focused, ...emptied };
  const typed = await typeCalls(session, { request, apiLevel, focused: now, calls: typing, isCleared: true }, signal);
  return { ...typed, isHeld: allHeld(known(isSame), cleared.isHeld, typed.isHeld) };
}

/**
 * The field, if its text may be its hint and nothing else names it: after its text is deleted, the hint shows its
 * purpose. Null for any other field.
 */
function shownAsHint({ field, screen, isHidden = false, ...focus }: GivenFocus): ShownField | null {
  if (!field || isHidden || !losesItsName(screen, field)) return null;
  const own = fieldPrints(screen).find(({ element }) => element.ref === field.ref);
  return own?.hint === null && own.text !== "" ? { ...focus, field, screen } : null;
}

interface TypingCalls extends Typing {
  readonly calls: readonly InputCall[];
  /** Keys deleted the field's text before. */
  readonly isCleared?: boolean;
}

async function typeCalls(
  session: Session,
  { request, apiLevel, focused, calls, isCleared = false }: TypingCalls,
  signal: AbortSignal,
): Promise<TypedField> {
  const { first, rest } = splitCalls(calls, request);
  const begun = { calls: first, apiLevel, focused, done: isCleared ? "cleared" : "nothing" } as const;
  const { isHeld, isEnterHeld } = await sendKeys(session, begun, signal);
  // Only an observation could show the meaning of a hidden field now.
  const isShown = known(focused.isHidden !== true);
  if (rest.length === 0) return { ...focused, isHeld: allHeld(isShown, isHeld), isEnterHeld };
  const goingOn = { ...focused, ...(await checkMidway(session, { request, first, focused, isHeld }, signal)) };
  const then = await sendKeys(session, { calls: rest, apiLevel, focused: goingOn, done: "typed" }, signal);
  return { ...focused, ...then, isHeld: allHeld(isShown, isHeld, then.isHeld) };
}

/**
 * The field that the companion had found, as it is now. If no field has the focus and this one is not visible, it
 * counts as hidden. Errors: FOCUS_LOST if another field has the focus, or if this one is visible without it.
 */
function fieldToContinue(session: Session, found: FocusedField, now: FocusedField): FocusedField {
  if (!found.field) return now;
  const shown = isStillField(found.screen, found.field, now.screen);
  if (now.field) {
    if (shown?.ref === now.field.ref) return now;
    throw focusElsewhere(session, `${nameOf(now)} has the focus now instead of ${nameOf(found)}`);
  }
  if (shown) throw focusElsewhere(session, `${nameOf(found)} does not have the focus any more`);
  return { ...now, field: found.field, screen: found.screen, isHidden: true };
}

interface Parts {
  readonly first: readonly InputCall[];
  /** The part that is sent after an observation; empty if none is needed. */
  readonly rest: readonly InputCall[];
}

/**
 * Splits the calls: before an Enter submits a text, and before a long text goes on, its beginning is checked on the
 * screen.
 */
function splitCalls(calls: readonly InputCall[], { text, submit }: TypeTextRequest): Parts {
  const texts = calls.flatMap((call, place) => (isEnter(call) || textOfCall(call) === null ? [] : [place]));
  const enter = submit ? calls.findIndex(isEnter) : -1;
  const end = enter > 0 ? enter : text.length > CHUNK && !submit ? (texts[0] ?? 0) + 1 : calls.length;
  return { first: calls.slice(0, end), rest: calls.slice(end) };
}

interface Begun {
  readonly isHeld: IsUnchanged;
  readonly request: TypeTextRequest;
  readonly first: readonly InputCall[];
  readonly focused: FocusedField;
}

/**
 * Checks the beginning of the text on the screen. If no hierarchy shows the field with the focus, nothing can be
 * checked.
 */
async function checkMidway(
  session: Session,
  { request, first, focused, isHeld }: Begun,
  signal: AbortSignal,
): Promise<FocusedField> {
  const { field, screen, isHidden = false } = focused;
  if (!field) return focused;
  const text = first.map((call) => textOfCall(call) ?? "").join("");
  const count = [...text].length;
  const did = `${request.clear ? "cleared, " : ""}typed ${count} ${count === 1 ? "character" : "characters"}`;
  const rest = request.submit ? "Enter was not pressed" : "the rest was not typed";
  const typed = { text, isCleared: request.clear, field, screen, isHidden };
  return await proveMidway(session, { typed, isHeld, did, rest }, signal);
}

interface Keys {
  readonly apiLevel: number | null;
  readonly calls: readonly InputCall[];
  readonly focused: GivenFocus;
  /** What was done before these calls. */
  readonly done: "nothing" | "cleared" | "typed";
}

interface SentKeys extends Pick<TypedField, "isHeld" | "isEnterHeld"> {
  /** See {@link drawnAfter}. */
  readonly hasDrawnUntil: ReturnType<typeof drawnAfter>;
}

/**
 * Whether the time of the first key cannot be seen: frames have no input events before Android 12, and keys that delete
 * a text draw with pauses of any length.
 */
function hidesFirstKey(calls: readonly InputCall[], apiLevel: number | null): boolean {
  const empties = calls.some((call) => textOfCall(call) === null && !isEnter(call));
  return empties && apiLevel !== null && apiLevel < 31;
}

/**
 * Sends the keys. Gives whether one view received all keys and showed the same before the first one, as far as that is
 * known; and whether nothing was drawn right before an Enter that comes first.
 */
async function sendKeys(
  session: Session,
  { apiLevel, calls, focused, done }: Keys,
  signal: AbortSignal,
): Promise<SentKeys> {
  const beginsWithEnter = calls.slice(0, 1).some(isEnter);
  const mayLoseName =
    done !== "typed" &&
    !hidesFirstKey(calls, apiLevel) &&
    focused.field !== null &&
    losesItsName(focused.screen, focused.field);
  const input = {
    passed: focused.passed,
    ...((mayLoseName || beginsWithEnter) && framesBeforeKeys(session)),
    calls: calls.map((args) => inputArgv(apiLevel, args)),
    extraMs: calls.length * CALL_MS,
    window: focused.window,
    field: heldField(focused.field, { ...checkedPlaces(calls), served: focused.served ?? null }),
    reports: "moved" as const,
    isGuardedThroughout: true,
    isSecret: true,
  };
  const sent = await sentOr(session, apiLevel, input, signal);
  if (!("notSent" in sent)) {
    const keys = { checkedAtMs: focused.checkedAtMs ?? null, runs: calls.length, mayBlink: !mayLoseName, sent };
    const { isHeld: held } = drawnSince(session, { ...keys, isOneKey: beginsWithEnter && calls.length === 1 });
    return {
      isHeld: allHeld(known(!sent.said.includes(MOVED)), mayLoseName ? held : known(true)),
      isEnterHeld: beginsWithEnter ? held : known(true),
      hasDrawnUntil: drawnAfter(session, sent),
    };
  }
  const { notSent } = sent;
  const { serial } = session.device;
  const what =
    notSent === "field"
      ? `a field other than ${nameOf(focused)} has the focus on ${serial}`
      : `another window came to the front of ${serial}`;
  const hint = "Observe to see what has the focus, and type again when the field has it.";
  const context = { device: serial, mayHaveHappened: done !== "nothing" };
  throw new FoveaError("FOCUS_LOST", `${what}; ${NOT_SENT[done]}`, done === "nothing" ? { ...context, hint } : context);
}

const NOT_SENT = {
  nothing: "nothing was typed",
  cleared: "the field was emptied, and nothing was typed",
  typed: "the rest was not typed",
} as const;

/** Where the focus is checked: after each Enter, and after as many characters as one call types. */
function checkedPlaces(calls: readonly InputCall[]): Pick<HeldField, "checks" | "leaves"> {
  const [checks, leaves] = [new Set<number>(), new Set<number>()];
  let typed = 0;
  for (const [place, call] of calls.entries()) {
    if (typed >= CHUNK) checks.add(place);
    const before = calls[place - 1];
    if (before && isEnter(before)) leaves.add(place);
    if (typed >= CHUNK || (before && isEnter(before))) typed = 0;
    typed += textOfCall(call)?.length ?? CHUNK;
  }
  return { checks, leaves };
}

/** The output of `input`, or what has the focus instead. */
async function sentOr(
  session: Session,
  apiLevel: number | null,
  input: InputPlan,
  signal: AbortSignal,
): Promise<Sent | NotSent> {
  for (const isLast of [false, true]) {
    const sent = await sendTimed(session, apiLevel, input, signal);
    if (!("notSent" in sent) || sent.notSent !== "unknown") return sent;
    if (isLast) session.traits.missing.add(FOCUS_GUARD);
  }
  return await sendTimed(session, apiLevel, input, signal);
}

function nameOf({ field, screen }: FocusedField): string {
  const print = fieldPrints(screen).find(({ element }) => element.ref === field?.ref);
  return print ? nameField(print) : "the intended field";
}

function focusElsewhere({ device: { serial } }: Session, what: string): FoveaError {
  const hint = "Observe to see what the fields are, and type again.";
  return new FoveaError("FOCUS_LOST", `${what}; nothing was typed`, { device: serial, hint });
}
