import type { Observation } from "../../screen/observation.js";
import type { Condition } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";
import { unknownRef } from "../targets/refuse-target.js";

/**
 * Refuses a ref that was never given: it is on no screen, which proves nothing, and waiting would not help. Errors:
 * REF_STALE.
 */
export function requireKnownRefs(session: Session, condition: Condition, { elements }: Observation): void {
  for (const ref of refsIn(condition)) {
    const isKnown = elements.some((one) => one.ref === ref) || session.goneElement(ref) !== undefined;
    if (!isKnown) throw unknownRef(session, ref);
  }
}

function refsIn(condition: Condition): readonly string[] {
  if (condition.kind === "exists")
    return "phrases" in condition.element ? condition.element.phrases.flatMap(({ ref }) => ref ?? []) : [];
  if (condition.kind === "not" || condition.kind === "named") return refsIn(condition.condition);
  return "conditions" in condition ? condition.conditions.flatMap(refsIn) : [];
}
