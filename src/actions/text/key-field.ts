import { FoveaError } from "../../base/errors.js";
import { type KeyName, typesCharacter } from "../../base/key-names.js";
import { fieldNow, fieldPrints, isSameField, nameField, sameWindow } from "../../screen/field-print.js";
import type { Observation } from "../../screen/observation.js";
import type { Session } from "../../session/session.js";
import type { NotSent } from "../input/device-input.js";
import type { TypedOutcome } from "../proof/typed-proof.js";
import { editable, type FocusedField } from "./focus-field.js";

/** Keys that change the text of a field, besides those that type. */
const EDITS = /^KEYCODE_(?:DEL|FORWARD_DEL|CUT|PASTE)$/;
/** Keys that send it or leave it. */
const LEAVES = /^KEYCODE_(?:ENTER|NUMPAD_ENTER|TAB)$/;

function edits(key: KeyName): boolean {
  return typesCharacter(key) || EDITS.test(key.name);
}

/** The field that a key is meant for: what a caller was last told to have the focus; null for keys that mean no field. */
export function fieldOfKey({ lastTold }: Session, key: KeyName): FocusedField | null {
  if (!lastTold || !(edits(key) || LEAVES.test(key.name))) return null;
  const field = editable(lastTold.focusedElement);
  return field && { field, window: lastTold.activeWindow, screen: lastTold };
}

/** Nothing was pressed: what was to have it has the focus no more. */
export function keyNotSent(session: Session, { field, screen }: FocusedField, { notSent }: NotSent): FoveaError {
  const { serial } = session.device;
  const print = fieldPrints(screen).find(({ element }) => element.ref === field?.ref);
  const what = notSent === "field" ? "another field has the focus" : "another window came to the front";
  const message = `${what} on ${serial} than when ${print ? nameField(print) : "the field"} was shown with it; nothing was pressed`;
  return new FoveaError("FOCUS_LOST", message, {
    device: serial,
    hint: "Observe to see what has the focus, and press the key again if it is meant for that.",
  });
}

/** Whether a key that changes a text changed that of its field; only where another one changed instead is that told. */
export function proveKey(
  { field, screen }: FocusedField,
  key: KeyName,
): ((after: Observation) => TypedOutcome) | undefined {
  if (!field || !edits(key)) return undefined;
  return (after) => {
    const now = fieldNow(screen, field, after);
    const before = fieldPrints(screen);
    const own = before.find(({ element }) => element.ref === field.ref);
    const there: TypedOutcome = { proof: { kind: "there" }, now: field, shows: null };
    if (!own || !sameWindow(screen, after) || now.kind === "gone") return there;
    const isChanged = now.kind !== "renamed" && now.print.text !== own.text;
    if (isChanged) return there;
    const others = fieldPrints(after).filter(({ element }) => now.print.element.ref !== element.ref);
    const other = others.find((print) => before.some((was) => isSameField(was, print) && was.text !== print.text));
    if (now.kind === "same" && !other) return there;
    const why = other
      ? `${nameField(own)} is as it was, and ${nameField(other)} is not`
      : `${nameField(own)} is another field now`;
    return { ...there, proof: { kind: "unproven", why } };
  };
}
