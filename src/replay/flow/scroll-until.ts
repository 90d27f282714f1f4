import type { ActResult } from "../../actions/proof/performed.js";
import { inconsistent, screenContext, unreadable } from "../../actions/targets/refuse-screen.js";
import { isOfOtherWindow } from "../../actions/targets/watch.js";
import { type Direction, swipe } from "../../actions/verbs/swipe.js";
import { FoveaError } from "../../base/errors.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { judge } from "../../screen/match.js";
import { matchPattern } from "../../screen/match-pattern.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import { type ElementSelector, patternIn } from "../../screen/selector-element.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import type { ScrollCommand } from "./flow.js";
import { requireAlive } from "./require-alive.js";

/** How many swipes in a row may have no effect before the end of the content is assumed. */
const MOST_IDLE = 2;

/**
 * Swipes until the element is on the screen. Gives the last swipe, or null if the element was there at once. Errors:
 * ELEMENT_NOT_FOUND at the end of the content or of the time; FLOW_APP_DIED; those of reading the screen and of swipe.
 */
export async function scrollUntil(
  session: Session,
  command: ScrollCommand,
  signal: AbortSignal,
): Promise<ActResult | null> {
  const { element, direction, timeoutMs, speed, centers } = command;
  const endAt = performance.now() + timeoutMs;
  const isThere = (seen: Observation) => judge({ kind: "exists", element }, seen) === true;
  let seen = await read(session, signal);
  let last: ActResult | null = null;
  let idle = 0;
  while (!isThere(seen)) {
    const wanted = printTarget(element);
    const context = screenContext(session, seen, wanted);
    if (idle >= MOST_IDLE)
      throw new FoveaError(
        "ELEMENT_NOT_FOUND",
        `${wanted} is not on the screen, and nothing scrolls any further`,
        context,
      );
    if (performance.now() >= endAt)
      throw new FoveaError(
        "ELEMENT_NOT_FOUND",
        `${wanted} did not appear within ${timeoutMs} ms of scrolling`,
        context,
      );
    last = requireAlive(await swipe(session, { speed, direction, target: null }, signal));
    idle = last.verdict.kind === "no_effect" ? idle + 1 : 0;
    seen =
      last.after && isReadable(last.after) && !isOfOtherWindow(last.after) ? last.after : await read(session, signal);
  }
  return centers ? await center(session, { element, direction, seen, last }, signal) : last;
}

interface Centering {
  readonly element: ElementSelector;
  readonly direction: Direction;
  readonly seen: Observation;
  readonly last: ActResult | null;
}

/** How far from the middle of the screen an element may be, as a share of the screen's length. */
const MIDDLE_SHARE = 0.15;
/** A slow swipe moves the content by its own length: two are enough, if the content scrolls that far. */
const MOST_CENTERING = 4;

/** Scrolls slowly until the element is about in the middle, or until nothing moves. */
async function center(session: Session, start: Centering, signal: AbortSignal): Promise<ActResult | null> {
  const { element, direction } = start;
  let { seen, last } = start;
  const isVertical = direction === "up" || direction === "down";
  for (let turn = 0; turn < MOST_CENTERING; turn += 1) {
    const size = seen.screenSize;
    const pattern = patternIn(element);
    const found = pattern && matchPattern(pattern, seen)[0];
    if (!found || !size) break;
    const { left, top, right, bottom } = found.bounds;
    const share = isVertical ? (top + bottom) / 2 / size.height : (left + right) / 2 / size.width;
    const off = share - 0.5;
    if (Math.abs(off) <= MIDDLE_SHARE) break;
    const at = (along: number) =>
      isVertical
        ? ({ kind: "share", x: 50, y: along * 100 } as const)
        : ({ kind: "share", x: along * 100, y: 50 } as const);
    const reach = Math.max(-0.3, Math.min(0.3, off));
    const path = { from: at(0.5 + reach / 2), to: at(0.5 - reach / 2) };
    last = requireAlive(await swipe(session, { speed: "slow", ...path }, signal));
    if (last.verdict.kind === "no_effect") break;
    seen = last.after && isReadable(last.after) ? last.after : await read(session, signal);
  }
  return last;
}

async function read(session: Session, signal: AbortSignal): Promise<Observation> {
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  if (!isReadable(observation)) throw unreadable(session, observation);
  if (isOfOtherWindow(observation)) throw inconsistent(session, observation);
  return observation;
}
