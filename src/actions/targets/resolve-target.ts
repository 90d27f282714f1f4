import { FoveaError } from "../../base/errors.js";
import { containsPoint, type Point, rectOf } from "../../base/geometry.js";
import type { UiElement } from "../../screen/element.js";
import { placeWords, sharesWithin } from "../../screen/element-pattern.js";
import type { Target } from "../../screen/selector.js";
import { patternIn } from "../../screen/selector-element.js";
import type { Session } from "../../session/session.js";
import { locate, pointOf } from "./locate.js";
import type { FoundTarget, Located, Screen } from "./located.js";
import type { FoundNode } from "./node-address.js";
import { screenContext } from "./refuse-screen.js";
import { describe } from "./refuse-target.js";
import { coverOf, touchPoint } from "./touch-point.js";

/** A point to touch, and what is known to be there. */
export interface ResolvedTarget extends FoundTarget {
  readonly point: Point;
  /** The target in the words of the outline. */
  readonly description: string;
  readonly screen: Screen;
  /** The time of its last check, by the device's clock in ms since boot; null if unknown. */
  readonly checkedAtMs: number | null;
  /** The element with the observation in which it was found; null for a point, or if a quick check was enough. */
  readonly node: FoundNode | null;
  /** For a bare point, the control that is certainly there; null if none is known. */
  readonly hit: UiElement | null;
}

/**
 * The point to touch for each target on the current screen, see {@link locate}; fails if one of them cannot be
 * resolved. Errors: those of locate; TARGET_DISABLED, TARGET_UNREACHABLE, INVALID_ARGUMENT for a point off the screen.
 */
async function resolveTargets(
  session: Session,
  targets: readonly Target[],
  signal: AbortSignal,
): Promise<readonly ResolvedTarget[]> {
  return (await locate(session, targets, signal)).map((located) => resolved(session, located));
}

/** As resolveTargets, for one target. */
export async function resolveTarget(session: Session, target: Target, signal: AbortSignal): Promise<ResolvedTarget> {
  const [only] = await resolveTargets(session, [target], signal);
  if (!only) throw new FoveaError("INTERNAL", "a target was not resolved");
  return only;
}

/** As resolveTargets, for the two ends of a movement. */
export async function resolveEnds(
  session: Session,
  { from, to }: { readonly from: Target; readonly to: Target },
  signal: AbortSignal,
): Promise<{ readonly from: ResolvedTarget; readonly to: ResolvedTarget }> {
  const [start, end] = await resolveTargets(session, [from, to], signal);
  if (!start || !end) throw new FoveaError("INTERNAL", "a target was not resolved");
  return { from: start, to: end };
}

function resolved(session: Session, { target, hit, observation, ...found }: Located): ResolvedTarget {
  const { element, screen } = found;
  if (!element) {
    const point = requirePoint(session, target, screen);
    const on = hit ? `, on ${describe(hit)},` : "";
    return { ...found, point, description: `the point ${point.x},${point.y}${on}`, node: null, hit };
  }
  const description = describe(element);
  const context = observation
    ? screenContext(session, observation, description)
    : { device: session.device.serial, elementDescription: description };
  if (element.enabled === false) throw new FoveaError("TARGET_DISABLED", `${description} is disabled`, context);
  const at = patternIn(target)?.at ?? null;
  const share = at && sharesWithin(at, element.bounds);
  if (share && Math.max(share.x, share.y) > 1)
    throw new FoveaError(
      "INVALID_ARGUMENT",
      `${placeWords(at)} is not in ${description}; nothing was touched`,
      context,
    );
  const point = touchPoint(element, screen, share);
  // A click by the companion always means the whole element.
  const node = observation && at === null ? { observation, element } : null;
  if (point) return { ...found, point, description, node, hit: null };
  throw new FoveaError(
    "TARGET_UNREACHABLE",
    `${description} cannot be touched: ${coverOf(element, screen)}; nothing was touched`,
    context,
  );
}

/** Errors: INVALID_ARGUMENT for a point off the screen, FACT_UNKNOWN if the screen's size is unknown. */
function requirePoint(session: Session, target: Target, { screenSize }: Screen): Point {
  const device = session.device.serial;
  const point = pointOf(target, screenSize);
  if (!point || !screenSize) {
    throw new FoveaError("FACT_UNKNOWN", `the screen size of ${device} is not known; nothing was touched`, { device });
  }
  const { width, height } = screenSize;
  if (containsPoint(rectOf(0, 0, width, height), point)) return point;
  throw new FoveaError(
    "INVALID_ARGUMENT",
    `${point.x},${point.y} is not on the screen of ${width}x${height} pixels; nothing was touched`,
    { device },
  );
}
