import { FoveaError, isFoveaError } from "../../base/errors.js";
import { type KeyName, typesCharacter } from "../../base/key-names.js";
import type { UiElement } from "../../screen/element.js";
import {
  type FieldNow,
  type FieldPrint,
  type FieldScreen,
  fieldNow,
  fieldPrints,
  isSameField,
  losesItsName,
  nameField,
  sameWindow,
} from "../../screen/field-print.js";
import type { Observation } from "../../screen/observation.js";
import { EMPTY_PHRASE } from "../../screen/selector-element.js";
import type { Session } from "../../session/session.js";
import type { NotSent } from "../input/device-input.js";
import { ENTER_UNPROVEN, type TypedOutcome, whyCameAgain } from "../proof/typed-proof.js";
import { locate } from "../targets/locate.js";
import { describe } from "../targets/refuse-target.js";
import { type ShownField, shownFocus } from "./focus-field.js";

/** Keys that change the text of a field, besides keys that type a character. */
const EDITS = /^KEYCODE_(?:DEL|FORWARD_DEL|CUT|PASTE)$/;
/** Keys that submit a field or move the focus from it. */
const LEAVES = /^KEYCODE_(?:ENTER|NUMPAD_ENTER|TAB)$/;

/** Whether the key is an Enter, which may press a button of a new window. */
export function isEnterKey({ name }: KeyName): boolean {
  return /ENTER$/.test(name);
}

function edits(key: KeyName): boolean {
  return typesCharacter(key) || EDITS.test(key.name);
}

/**
 * The field that a key is meant for: the one that the caller was shown with the focus. Null for keys that need no
 * field.
 */
export function fieldOfKey(session: Session, key: KeyName): ShownField | null {
  return edits(key) || LEAVES.test(key.name) ? shownFocus(session) : null;
}

/** The field of a key, with what is known about it. */
interface KeyField extends ShownField {
  /** False if something was drawn right before the key that may have changed the field's name; true if unknown. */
  readonly isHeld?: boolean;
  /** Certainly nothing was drawn right before the key: a field that has the focus now got it from the key. */
  readonly isStill?: boolean;
}

/**
 * Checks that the field has the same meaning and still has the focus. The guard of `input` distinguishes views, but a
 * web page has one view for all of its fields, and the meaning of a view may change. Gives the time of this check, by
 * the device's clock in ms since boot. Errors: FOCUS_LOST, REF_CHANGED; those of locate.
 */
export async function checkKeyField(session: Session, meant: KeyField, signal: AbortSignal): Promise<number | null> {
  const phrases = [{ ...EMPTY_PHRASE, ref: meant.field.ref }];
  const [now] = await locate(session, [{ kind: "element", phrases }], signal).catch((error: unknown) => {
    throw isFoveaError(error, "REF_STALE") ? keyNotSent(session, meant, { notSent: goneWith(session, meant) }) : error;
  });
  if (now?.element?.focused === true) {
    if (mayBeAnother(session, meant, now.screen)) throw renamed(session, meant);
    return now.checkedAtMs;
  }
  throw keyNotSent(session, meant, { notSent: "field" });
}

/**
 * Whether the field may have another meaning: its text changed, and this text may have been its hint, because the
 * source does not separate hints from texts, or nothing else names the field. A change by the caller's own actions, as
 * an earlier step of a batch, does not count.
 */
function mayBeAnother(session: Session, { field, screen }: KeyField, now: FieldScreen): boolean {
  if (session.hasActedSince) return false;
  const [was, is] = [screen, now].map((one) => fieldPrints(one).find(({ element }) => element.ref === field.ref));
  if (!was || !is || was.text === is.text) return false;
  return was.hint === null || losesItsName(screen, field);
}

/** The name of a field, without the text that was entered; null if the screen does not have it. */
function nameIn(screen: FieldScreen, { ref }: UiElement): string | null {
  const print = fieldPrints(screen).find(({ element }) => element.ref === ref);
  return print ? nameField(print) : null;
}

function renamed(session: Session, { field, screen }: KeyField): FoveaError {
  const name = nameIn(screen, field) ?? "the field";
  const message = `${name} has other words than when it was shown, and may be for something else; nothing was pressed`;
  return new FoveaError("FOCUS_LOST", message, { device: session.device.serial, hint: OBSERVE_FOCUS });
}

/** If a field is gone, its window may be gone, too. */
function goneWith({ lastObservation }: Session, { screen }: KeyField): "field" | "moved" {
  return lastObservation && !sameWindow(screen, lastObservation) ? "moved" : "field";
}

const OBSERVE_FOCUS = "Observe to see what has the focus; press the key again if that element should get it.";

/** The error that nothing was pressed, because the field no longer has the focus. */
export function keyNotSent(
  session: Session,
  { field, screen }: KeyField,
  { notSent }: Pick<NotSent, "notSent">,
): FoveaError {
  const { serial } = session.device;
  const name = nameIn(screen, field) ?? "the field";
  const what =
    notSent === "field"
      ? focusInstead(session, field, name)
      : `another window came to the front of ${serial} since ${name} was shown`;
  const message = `${what}; nothing was pressed`;
  return new FoveaError("FOCUS_LOST", message, {
    device: serial,
    hint: OBSERVE_FOCUS,
  });
}

/** What has the focus instead of the field, if the last observation shows it. */
function focusInstead({ lastObservation, device }: Session, field: UiElement, name: string): string {
  const focused = lastObservation?.focusedElement;
  if (!lastObservation || !focused) return `${name} no longer has the focus on ${device.serial}`;
  return focused.ref === field.ref
    ? `a field other than ${name} has the focus on ${device.serial}`
    : `${nameIn(lastObservation, focused) ?? describe(focused)} has the focus on ${device.serial}, not ${name}`;
}

/**
 * The result of a key for its field. For a key that changes text: whether the text of its field changed, and not that
 * of another. For a key that submits or leaves the field: whether the field kept its meaning.
 */
export function proveKey(
  { field, screen, isHeld = true, isStill = false }: KeyField,
  { key, times }: PressedKey,
  after: Observation,
): TypedOutcome {
  const before = fieldPrints(screen);
  const own = before.find(({ element }) => element.ref === field.ref);
  const isLostEnter = !isHeld && isEnterKey(key);
  const there: TypedOutcome = { proof: isLostEnter ? ENTER_UNPROVEN : { kind: "there" }, now: field, shows: null };
  if (!own) return there;
  if (!sameWindow(screen, after)) {
    const isAsked = (isEnterKey(key) || edits(key)) && there.proof.kind === "there";
    const why = isAsked ? whyCameAgain(own, after, isEnterKey(key) ? "the Enter" : "the key") : null;
    return why === null ? there : { ...there, proof: { kind: "unproven", why } };
  }
  const now = fieldNow(screen, field, after);
  const found = { own, before, now, after };
  if (!isHeld && !isLostEnter && now.kind !== "gone")
    return { ...there, proof: { kind: "unproven", why: `${nameField(own)} was drawn again right before the key` } };
  const why = edits(key) ? whyNotEdited(found, times) : whyNotLeft(found, isStill || key.name === "KEYCODE_TAB");
  return why === null ? there : { ...there, proof: { kind: "unproven", why } };
}

interface PressedKey {
  readonly key: KeyName;
  /** How often the key was pressed. */
  readonly times: number;
}

interface Edited {
  readonly own: FieldPrint;
  readonly before: readonly FieldPrint[];
  readonly now: FieldNow;
  readonly after: Observation;
}

function whyNotEdited({ own, before, now, after }: Edited, times: number): string | null {
  if (now.kind === "gone") return `${nameField(own)} is not there any more`;
  const others = fieldPrints(after).filter(({ element }) => now.print.element.ref !== element.ref);
  const other = others.find((print) => before.some((was) => isSameField(was, print) && was.text !== print.text));
  const focused = otherWithFocus(now.print, after);
  const isChanged = now.kind !== "renamed" && now.print.text !== own.text && other?.element.focused !== true;
  // The names of two fields may have been exchanged while the text stayed in its view: the key went to the focused
  // view.
  if (isChanged && (focused === undefined || isTyped(own, now.print, times))) return null;
  if (other) return `${nameField(other)} has changed, and may have got the key for ${nameField(own)}`;
  if (now.kind !== "same") return `${nameField(own)} is a different field now`;
  // The field that has the focus may not be visible.
  if (focused === undefined && !now.print.element.focused)
    return `${nameField(own)} is unchanged, and has lost the focus`;
  if (focused === undefined) return null;
  if (isChanged) return `${nameField(focused)} has the focus now, and may have got the key for ${nameField(own)}`;
  return `${nameField(own)} is unchanged, and ${nameField(focused)} has the focus`;
}

/** Whether at most so many typing or deleting keys turn one text into the other: then the focus moved on afterwards. */
function isTyped({ hint, text }: FieldPrint, now: FieldPrint, times: number): boolean {
  const held = hint === null ? [text, ""] : [text];
  return held.some((was) => {
    const added = Math.abs(was.length - now.text.length);
    return added > 0 && added <= times && isWithin(was, now.text);
  });
}

/** Whether the longer text is the shorter one with an insertion at one place. */
function isWithin(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  return long.endsWith(short.slice(start));
}

function otherWithFocus(own: FieldPrint, after: Observation): FieldPrint | undefined {
  return fieldPrints(after).find(({ element }) => element.focused && element.ref !== own.element.ref);
}

/** After an Enter its field may be gone, or empty. The purpose of a Tab is to move the focus (`mayMoveFocus`). */
function whyNotLeft({ own, now, after }: Edited, mayMoveFocus: boolean): string | null {
  if (now.kind === "gone") return null;
  const focused = mayMoveFocus ? undefined : otherWithFocus(now.print, after);
  if (focused) return `${nameField(focused)} has the focus now, and may have got it before the key`;
  const isInPlace = now.kind === "same" && (now.print.element.ref === own.element.ref || now.print.place === own.place);
  return isInPlace ? null : `${nameField(own)} is a different field now, or has moved`;
}
