import type { ActResult } from "../../actions/proof/performed.js";
import { inconsistent, screenContext, unreadable } from "../../actions/targets/refuse-screen.js";
import { isInconsistent } from "../../actions/targets/watch.js";
import { swipe } from "../../actions/verbs/swipe.js";
import { FoveaError } from "../../base/errors.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { judge } from "../../screen/match.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import type { ScrollCommand } from "./flow.js";
import { requireAlive } from "./require-alive.js";

/** So often nothing may come of a swipe before it is the end of what scrolls. */
const MOST_IDLE = 2;

/**
 * Swipes until the element is on the screen. Gives the last swipe, or null where it was there at once.
 * Errors: ELEMENT_NOT_FOUND where the end or the time was reached; FLOW_APP_DIED; those of reading the
 * screen and of swipe.
 */
export async function scrollUntil(
  session: Session,
  { element, direction, timeoutMs }: ScrollCommand,
  signal: AbortSignal,
): Promise<ActResult | null> {
  const endAt = performance.now() + timeoutMs;
  const isThere = (seen: Observation) => judge({ kind: "exists", element }, seen) === true;
  let seen = await read(session, signal);
  let last: ActResult | null = null;
  let idle = 0;
  while (!isThere(seen)) {
    const wanted = printTarget(element);
    const context = screenContext(session, seen, wanted);
    if (idle >= MOST_IDLE)
      throw new FoveaError("ELEMENT_NOT_FOUND", `${wanted} is not there, and nothing scrolls any further`, context);
    if (performance.now() >= endAt)
      throw new FoveaError("ELEMENT_NOT_FOUND", `${wanted} did not come within ${timeoutMs} ms of scrolling`, context);
    last = requireAlive(await swipe(session, { speed: "normal", direction, target: null }, signal));
    idle = last.verdict.kind === "no_effect" ? idle + 1 : 0;
    seen =
      last.after && isReadable(last.after) && !isInconsistent(last.after) ? last.after : await read(session, signal);
  }
  return last;
}

async function read(session: Session, signal: AbortSignal): Promise<Observation> {
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  if (!isReadable(observation)) throw unreadable(session, observation);
  if (isInconsistent(observation)) throw inconsistent(session);
  return observation;
}
