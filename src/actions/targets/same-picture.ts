import { FoveaError } from "../../base/errors.js";
import { fingerprintOfOne } from "../../observe/assemble/fingerprints.js";
import { runProbe } from "../../observe/probe.js";
import { deviceFacts } from "../../observe/probes/device.js";
import { type ScreenshotData, screenshotProbe } from "../../observe/probes/screenshot.js";
import { isUnchangedAround, lastSighting } from "../../observe/quick-check/still-shown.js";
import type { UiElement } from "../../screen/element.js";
import { likenessOf } from "../../screen/fingerprint.js";
import type { Observation } from "../../screen/observation.js";
import { parentPlaces } from "../../screen/parent-places.js";
import type { Target } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";
import { screenContext } from "./refuse-screen.js";
import { describe } from "./refuse-target.js";

/**
 * The fingerprint that a target's element has to have: that of its ref, as the caller saw it, or the stored one. Null
 * if the target is not identified by its pixels.
 */
export function expectedPrint(target: Target, known: UiElement | null): string | null {
  if (target.kind !== "element") return null;
  if (known) return known.fingerprint;
  // An id finds it on any phone, and its pixels may differ between phones.
  return "stored" in target && !target.stored.unique.id ? (target.stored.fingerprint ?? null) : null;
}

/** The element that a target was resolved to, and the fingerprint that it has to have. */
export interface Pictured {
  readonly element: UiElement;
  readonly expected: string;
}

/**
 * Refuses elements whose pixels differ from those by which they were chosen. A companion's hierarchy and screenshot
 * show the same moment, unless an event came in between. uiautomator's hierarchy comes seconds after the screenshot:
 * then a new screenshot is compared, except for elements that an id finds. What cannot be seen (covered, cut off, no
 * screenshot) is not compared. Gives whether the pixels around one of the elements changed since the screenshot: then
 * the hierarchy may be too old. Errors: REF_STALE.
 */
export async function requireSamePictures(
  session: Session,
  pictured: readonly Pictured[],
  observation: Observation,
  signal: AbortSignal,
): Promise<boolean> {
  if (pictured.length === 0) return false;
  const isByCompanion = observation.hierarchySource === "a11y-service" || observation.hierarchySource === "a11y-shell";
  const isSeen = pictured.every(
    ({ element }) => element.fingerprint !== null && (isByCompanion || hasOwnId(element, observation)),
  );
  const now = isSeen ? null : await lookNow(session, signal);
  const printNow = now ? printReader(observation, now) : () => null;
  for (const { element, expected } of pictured) {
    const print = printNow(element) ?? element.fingerprint;
    if (print !== null && likenessOf(expected, print) === "other") throw otherPicture(session, element, observation);
  }
  const sighting = lastSighting(session);
  if (isByCompanion || !now || sighting?.observation !== observation) return false;
  return !pictured.every(({ element }) => isUnchangedAround(sighting, now.grid, element));
}

function hasOwnId({ resourceId, window }: UiElement, { elements }: Observation): boolean {
  return (
    resourceId !== null && elements.filter((one) => one.resourceId === resourceId && one.window === window).length === 1
  );
}

async function lookNow(session: Session, signal: AbortSignal): Promise<ScreenshotData | null> {
  const context = { session, device: session.device, facts: deviceFacts(session, signal) };
  return (await runProbe(screenshotProbe(context), signal)).value;
}

function printReader(
  { elements, viewHierarchy, ime, screenSize }: Observation,
  { frame }: ScreenshotData,
): (element: UiElement) => string | null {
  if (!viewHierarchy || frame.width !== screenSize?.width) return () => null;
  const screen = { elements, parents: parentPlaces(elements), hierarchy: viewHierarchy };
  return (element) => fingerprintOfOne(screen, elements.indexOf(element), { frame, ime });
}

function otherPicture(session: Session, element: UiElement, observation: Observation): FoveaError {
  const message = `where ${describe(element)} was, another picture is shown now; nothing was touched`;
  return new FoveaError("REF_STALE", message, {
    ...screenContext(session, observation, describe(element)),
    hint: "Observe again with image, and use the element that shows what you want.",
  });
}
