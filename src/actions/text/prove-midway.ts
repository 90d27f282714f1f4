import { FoveaError } from "../../base/errors.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { fieldPrints, nameField } from "../../screen/field-print.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import type { Session } from "../../session/session.js";
import type { IsUnchanged } from "../input/drawn-since.js";
import { misplaced } from "../proof/text-verdict.js";
import { proveTyped, type TypedText } from "../proof/typed-proof.js";
import { treeTakenAt } from "../targets/locate.js";
import { screenContext, unreadable } from "../targets/refuse-screen.js";
import { editable, type FocusedField } from "./focus-field.js";

/** The text typed so far, and what is still to do, in words. */
export interface Midway {
  readonly typed: Omit<TypedText, "isHeld">;
  readonly isHeld: IsUnchanged;
  readonly did: string;
  /** What was not done, as `Enter was not pressed`. */
  readonly rest: string;
}

/**
 * Checks that the text typed so far is in its field before more is typed, and gives the field that has the focus then.
 * Errors: TEXT_MISPLACED if the text is in another field; FOCUS_LOST if that is unknown, or if the focus moved.
 */
export async function proveMidway(session: Session, midway: Midway, signal: AbortSignal): Promise<FocusedField> {
  const { did, rest } = midway;
  const look = await observe(session, OBSERVE_TREE, signal);
  const typed = { ...midway.typed, isHeld: await midway.isHeld(signal) };
  const { observation } = look;
  if (!isReadable(observation)) {
    const { message } = unreadable(session, observation);
    throw stopped(session, `${did}, and it is unknown whether the text reached its field (${message}); ${rest}`, null);
  }
  const { proof, now } = proveTyped(typed, observation);
  if (proof.kind === "elsewhere") {
    const why = `${proof.why}; ${rest}`;
    throw misplaced(session, { did, typedInto: typed.field }, why, observation);
  }
  if (proof.kind === "unproven") throw stopped(session, `${did}; but ${proof.why}; ${rest}`, { typed, observation });
  const field = editable(observation.focusedElement);
  if (typed.isHidden && !now && !field && observation.ime?.visible) {
    return {
      field: typed.field,
      window: observation.activeWindow,
      screen: typed.screen,
      isHidden: true,
      checkedAtMs: treeTakenAt(look),
    };
  }
  const isHeld = proof.kind === "onward" ? field !== null : field !== null && field.ref === now?.ref;
  const checkedAtMs = treeTakenAt(look);
  if (isHeld) return { field, window: observation.activeWindow, screen: observation, checkedAtMs };
  const has = fieldPrints(observation).find(({ element }) => element.ref === field?.ref);
  const where = has ? `${nameField(has)} has the focus now` : "no field has the focus any more";
  throw stopped(session, `${did}; but ${where}; ${rest}`, { typed, observation });
}

interface Seen {
  readonly typed: Pick<TypedText, "field">;
  readonly observation: Observation;
}

function stopped(session: Session, message: string, seen: Seen | null): FoveaError {
  const device = session.device.serial;
  const isShown = seen && seen.typed.field.password !== true;
  const context = isShown ? screenContext(session, seen.observation, "the field") : { device };
  return new FoveaError("FOCUS_LOST", message, { ...context, mayHaveHappened: true });
}
