import { FoveaError } from "../../base/errors.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { type FieldPrint, fieldNow, fieldPrints, isSameField, nameField } from "../../screen/field-print.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import type { Session } from "../../session/session.js";
import { treeTakenAt } from "../targets/locate.js";
import { screenContext, unreadable } from "../targets/refuse-screen.js";
import type { ShownField } from "./focus-field.js";

/** A field after its text was deleted. */
export interface EmptiedField extends ShownField {
  /** It shows words that it did not show before: they are its hint, or the field has another purpose now. */
  readonly showsOther: boolean;
}

/**
 * Observes a field whose text was deleted by keys, before a new text is typed into it. The empty field shows its hint;
 * a source that reports hints as texts shows the hint only now. Gives the field as it is now. Errors: FOCUS_LOST if the
 * field is gone, has another purpose, shows the words of another field, or has lost the focus; nothing was typed.
 */
export async function observeEmptiedField(
  session: Session,
  focused: ShownField,
  signal: AbortSignal,
): Promise<EmptiedField> {
  const look = await observe(session, OBSERVE_TREE, signal);
  const { observation } = look;
  if (!isReadable(observation)) throw notTyped(session, unreadable(session, observation).message, null);
  const { field, screen } = focused;
  const before = fieldPrints(screen);
  const own = before.find(({ element }) => element.ref === field.ref);
  const now = fieldNow(screen, field, observation);
  if (!own || now.kind === "gone") throw notTyped(session, `${field.ref} field is not there any more`, observation);
  const { print } = now;
  // A new line between the field and its caption may rename the field: it is the same if it still shows its own words.
  const isOther = now.kind === "renamed" && (print.text === "" || print.text !== own.text);
  if (isOther) throw notTyped(session, `${nameField(own)} is ${nameField(print)} now`, observation);
  const other = wordsOfOther({ own, before }, print, fieldPrints(observation));
  if (other) throw notTyped(session, `the field shows the words of ${nameField(other)} now`, observation);
  if (!print.element.focused) throw notTyped(session, `${nameField(own)} has lost the focus`, observation);
  return {
    field: print.element,
    window: observation.activeWindow,
    screen: observation,
    checkedAtMs: treeTakenAt(look),
    showsOther: print.text !== "" && print.text !== own.text,
  };
}

interface Before {
  readonly own: FieldPrint;
  readonly before: readonly FieldPrint[];
}

/**
 * The other field whose words the emptied field shows now, if that other field no longer shows them: the two fields
 * changed places. Words that are merely new show nothing: what the field showed before may have been its text.
 */
function wordsOfOther({ own, before }: Before, now: FieldPrint, after: readonly FieldPrint[]): FieldPrint | undefined {
  if (now.text === "" || now.text === own.text) return undefined;
  const others = before.filter((print) => print !== own && print.text === now.text);
  return others.find((print) => !after.some((one) => isSameField(print, one) && one.text === print.text));
}

function notTyped(session: Session, why: string, seen: Observation | null): FoveaError {
  const device = session.device.serial;
  const context = seen ? screenContext(session, seen, "the field") : { device };
  const message = `the field was emptied; but ${why}; nothing was typed`;
  return new FoveaError("FOCUS_LOST", message, { ...context, mayHaveHappened: true });
}
