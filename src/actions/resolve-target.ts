import { FoveaError } from "../base/errors.js";
import { containsPoint, type Point, type Rect } from "../base/geometry.js";
import { OBSERVE_ALL, observe } from "../observe/observe.js";
import { isStillShown } from "../observe/still-shown.js";
import type { UiElement } from "../screen/element.js";
import { matchElements } from "../screen/match.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE, renderElement, renderOutline } from "../screen/outline.js";
import type { ElementSelector, Target } from "../screen/selector.js";
import { printTarget } from "../screen/selector-print.js";
import type { Session } from "../session/session.js";
import { touchPoint } from "./touch-point.js";

/** Where to touch, and what is known to be there. */
export interface ResolvedTarget {
  readonly point: Point;
  /** Null for bare points: nothing is known about what they hit. */
  readonly element: UiElement | null;
  /** The target in the outline's words. */
  readonly description: string;
  /** The screen that the target was found on, checked to be still there. */
  readonly observation: Observation;
}

/**
 * Finds what a target means on the screen as it is now. A ref from the last observation is checked against the screen
 * first (window, rotation, keyboard, the pixels of the element): if anything moved, the screen is observed again and the
 * ref followed if it is surely the same element. Every other selector is resolved on a fresh observation.
 * Errors: REF_STALE, ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET, TARGET_DISABLED, TARGET_UNREACHABLE, SCREEN_OFF,
 * INVALID_ARGUMENT for a point off the screen.
 */
export async function resolveTarget(session: Session, target: Target, signal: AbortSignal): Promise<ResolvedTarget> {
  if (target.kind !== "element") return await resolvePoint(session, target, signal);
  const { element, observation } = await findElement(session, target, signal);
  refuseIfOff(observation, session);
  const description = renderElement(element, undefined);
  if (element.enabled === false) {
    throw new FoveaError("TARGET_DISABLED", `${description} is disabled`, contextOf(session, observation, description));
  }
  const point = touchPoint(element, observation);
  if (!point) {
    const message = `${description} cannot be touched: it is off the screen, or the keyboard or a system bar covers it`;
    throw new FoveaError("TARGET_UNREACHABLE", message, contextOf(session, observation, description));
  }
  return { point, element, description, observation };
}

async function resolvePoint(
  session: Session,
  target: Extract<Target, { x: number }>,
  signal: AbortSignal,
): Promise<ResolvedTarget> {
  const { observation } = await observe(session, { ...OBSERVE_ALL, frameStats: "off" }, signal);
  refuseIfOff(observation, session);
  const size = observation.screenSize;
  if (!size) throw new FoveaError("FACT_UNKNOWN", `the screen size of ${session.device.serial} is not known`);
  const scale = target.kind === "share" ? { x: (size.width - 1) / 100, y: (size.height - 1) / 100 } : { x: 1, y: 1 };
  const point = { x: Math.round(target.x * scale.x), y: Math.round(target.y * scale.y) };
  const screen: Rect = { left: 0, top: 0, right: size.width, bottom: size.height };
  if (!containsPoint(screen, point)) {
    throw new FoveaError(
      "INVALID_ARGUMENT",
      `${point.x},${point.y} is not on the screen of ${size.width}x${size.height} pixels`,
    );
  }
  return { point, element: null, description: `the point ${point.x},${point.y}`, observation };
}

async function findElement(
  session: Session,
  selector: ElementSelector,
  signal: AbortSignal,
): Promise<{ readonly element: UiElement; readonly observation: Observation }> {
  const ref = loneRef(selector);
  const known = ref === null ? undefined : knownElement(session, ref);
  if (known && (await isStillShown(session, known.bounds, signal))) {
    return { element: known, observation: lastOf(session) };
  }
  const { observation } = await observe(session, { ...OBSERVE_ALL, frameStats: "off" }, signal);
  if (known) return { element: followed(session, known, observation), observation };
  return { element: single(session, selector, observation), observation };
}

function loneRef(selector: ElementSelector): string | null {
  const [phrase, ...around] = selector.phrases;
  if (!phrase || around.length > 0) return null;
  const isBare = !phrase.role && !phrase.label && !phrase.id && phrase.states.length === 0 && phrase.value === null;
  return isBare ? phrase.ref : null;
}

function knownElement(session: Session, ref: string): UiElement {
  const element = session.lastObservation?.elements.find((one) => one.ref === ref);
  if (element) return element;
  const gone = session.describeGone(ref);
  const was =
    gone === undefined
      ? "was never given out by this server, or by another process"
      : `is gone; it was ${gone.replace(`${ref} `, "")}`;
  throw new FoveaError("REF_STALE", `${ref} ${was}`, { device: session.device.serial });
}

function followed(session: Session, known: UiElement, observation: Observation): UiElement {
  const now = observation.elements.find((one) => one.ref === known.ref);
  if (now) return now;
  const description = renderElement(known, undefined);
  const message = `the screen changed since it was observed, and ${description} is no longer surely on it`;
  throw new FoveaError("REF_STALE", message, contextOf(session, observation, description));
}

function single(session: Session, selector: ElementSelector, observation: Observation): UiElement {
  if (observation.hierarchySource === "none") {
    const why = observation.errors.find((error) => error.probe === "hierarchy");
    throw new FoveaError(why?.code ?? "HIERARCHY_UNAVAILABLE", why?.message ?? "the screen could not be read", {
      device: session.device.serial,
    });
  }
  const matches = matchElements(selector, observation.elements);
  const touchable = matches.filter((element) => element.actions.length > 0);
  // A heading may say the same as a button: what can be acted on is meant.
  const candidates = touchable.length > 0 ? touchable : matches;
  const [only, ...others] = candidates;
  const wanted = printTarget(selector);
  if (!only) {
    throw new FoveaError(
      "ELEMENT_NOT_FOUND",
      `nothing on the screen matches ${wanted}`,
      contextOf(session, observation, wanted),
    );
  }
  if (others.length === 0) return only;
  const lines = candidates.slice(0, 8).map((element) => renderElement(element, undefined));
  const more = candidates.length > lines.length ? ` and ${candidates.length - lines.length} more` : "";
  throw new FoveaError(
    "AMBIGUOUS_TARGET",
    `${candidates.length} elements match ${wanted}: ${lines.join("; ")}${more}`,
    {
      device: session.device.serial,
      elementDescription: wanted,
    },
  );
}

function refuseIfOff(observation: Observation, session: Session): void {
  if (observation.power?.interactive !== false) return;
  throw new FoveaError("SCREEN_OFF", `the screen of ${session.device.serial} is off`, {
    device: session.device.serial,
  });
}

function contextOf(session: Session, observation: Observation, elementDescription: string) {
  const visualContext = renderOutline(observation, { ...DEFAULT_OUTLINE, maxChars: 1_500 });
  return { device: session.device.serial, elementDescription, visualContext };
}

function lastOf(session: Session): Observation {
  if (!session.lastObservation) throw new FoveaError("INTERNAL", "a known element without an observation");
  return session.lastObservation;
}
