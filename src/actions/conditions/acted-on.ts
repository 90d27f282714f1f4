import { matchElements } from "../../screen/match.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import type { Session } from "../../session/session.js";

/**
 * The element of the last action by its ref, if these words named it before and it is still on the screen: the action
 * may have changed its name, as in a field whose hint disappears. Else the words.
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
