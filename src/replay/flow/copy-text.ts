import { waitFor } from "../../actions/conditions/wait-for.js";
import { screenContext, unreadable } from "../../actions/targets/refuse-screen.js";
import { FoveaError } from "../../base/errors.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { textOfMatch } from "../../screen/match-pattern.js";
import { isReadable } from "../../screen/readable.js";
import { type ElementSelector, patternIn } from "../../screen/selector-element.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";

/**
 * Waits for an element and gives its text: its own, else its hint, else its description. Errors: ELEMENT_NOT_FOUND,
 * also if it has no text; those of waiting and of reading the screen.
 */
export async function copyText(
  session: Session,
  { element, timeoutMs }: { readonly element: ElementSelector; readonly timeoutMs: number },
  signal: AbortSignal,
): Promise<string> {
  await waitFor(session, { condition: { kind: "exists", element }, timeoutMs }, () => {}, signal);
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  if (!isReadable(observation)) throw unreadable(session, observation);
  const pattern = patternIn(element);
  const text = pattern && textOfMatch(pattern, observation);
  if (text) return text;
  const wanted = printTarget(element);
  const why = text === undefined ? "went away before its text was read" : "has no text to copy";
  throw new FoveaError("ELEMENT_NOT_FOUND", `${wanted} ${why}`, screenContext(session, observation, wanted));
}
