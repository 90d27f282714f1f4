import { matchElements } from "../../screen/match.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import type { Session } from "../../session/session.js";

/**
 * The element of the last act by its ref, where that is what these words named before and it is still there: what it
 * is called may have changed with the act, as that of a field whose hint goes away. Else the words.
 */
export function elementActedOn(
  { lastTarget, beforeLastAct, lastObservation }: Session,
  named: ElementSelector,
): ElementSelector {
  if (lastTarget === null || !beforeLastAct || !lastObservation) return named;
  const isOfRef = ({ ref, was }: { readonly ref: string; readonly was: readonly string[] }) =>
    ref === lastTarget || was.includes(lastTarget);
  const wasNamed = matchElements(named, beforeLastAct.elements).some(isOfRef);
  const now = lastObservation.elements.find(isOfRef);
  if (!wasNamed || !now) return named;
  const phrase = { ref: now.ref, role: null, label: null, id: null, states: [], value: null, ordinal: null };
  return { kind: "element", phrases: [phrase] };
}
