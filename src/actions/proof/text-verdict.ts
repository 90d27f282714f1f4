import { FoveaError } from "../../base/errors.js";
import type { Observation } from "../../screen/observation.js";
import type { Session } from "../../session/session.js";
import { screenContext } from "../targets/refuse-screen.js";
import type { Verdict } from "../verdict.js";
import type { Performed } from "./performed.js";
import { readBackLines } from "./read-back.js";
import type { TypedOutcome } from "./typed-proof.js";

/** The error for text that is in another field than the intended one. A secret is not shown with the screen. */
export function misplaced(
  session: Session,
  { did, typedInto }: Pick<Performed, "did" | "typedInto">,
  why: string,
  after: Observation | null,
): FoveaError {
  const device = session.device.serial;
  const context = after && typedInto?.password !== true ? screenContext(session, after, did) : { device };
  return new FoveaError("TEXT_MISPLACED", `${did}; but ${why}`, {
    ...context,
    attemptedAction: did,
    mayHaveHappened: true,
  });
}

/** If it is unknown where a text went, a change of the screen does not prove success. */
export function withTyped(verdict: Verdict, text: TypedOutcome | undefined): Verdict {
  if (text?.proof.kind !== "unproven" || verdict.kind !== "changed") return verdict;
  return { ...verdict, kind: "unknown", evidence: [text.proof.why, ...verdict.evidence] };
}

/** The lines of an answer: where a text went that is in several fields, and how a field changed it. */
export function provenNotes(text: TypedOutcome | undefined): readonly string[] {
  if (!text) return [];
  return text.proof.kind === "onward" ? [`! ${text.proof.why}`] : text.shows ? readBackLines(text.shows) : [];
}
