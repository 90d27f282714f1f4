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

/** What a field shows when it was emptied. */
export interface Emptied extends ShownField {
  /** Words that it did not show before: those before were its text, or it is for something else by now. */
  readonly showsOther: boolean;
}

/**
 * Looks at a field that its keys emptied, before a text is typed into it: now it shows its hint, which a source that
 * does not separate hints from texts shows of an empty field alone. Gives the field as it is now. Errors: FOCUS_LOST
 * where it is gone, is for something else, shows the words of another field, or has lost the focus; nothing was typed.
 */
export async function lookEmptied(session: Session, focused: ShownField, signal: AbortSignal): Promise<Emptied> {
  const look = await observe(session, OBSERVE_TREE, signal);
  const { observation } = look;
  if (!isReadable(observation)) throw notTyped(session, unreadable(session, observation).message, null);
  const { field, screen } = focused;
  const before = fieldPrints(screen);
  const own = before.find(({ element }) => element.ref === field.ref);
  const now = fieldNow(screen, field, observation);
  if (!own || now.kind === "gone") throw notTyped(session, `${field.ref} field is not there any more`, observation);
  const { print } = now;
  // A line may have come between a field and its caption: it shows its own words still.
  const isOther = now.kind === "renamed" && (print.text === "" || print.text !== own.text);
  if (isOther) throw notTyped(session, `${nameField(own)} is ${nameField(print)} now`, observation);
  const other = wordsOfOther({ own, before }, print, fieldPrints(observation));
  if (other) throw notTyped(session, `it shows the words of ${nameField(other)} now`, observation);
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
 * The field whose words the emptied one shows, unless that still shows them itself: their hints changed places. Other
 * words than before are no sign: what it showed then may have been its text.
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
