import { FoveaError } from "../base/errors.js";
import { center, containsPoint, type Point } from "../base/geometry.js";
import { isTouchTarget, type UiElement } from "../screen/element.js";
import type { ActiveWindow } from "../screen/facts.js";
import type { FrameStats } from "../screen/frame-stats.js";
import type { Observation } from "../screen/observation.js";
import type { Session } from "../session/session.js";
import { screenContext } from "./refuse-screen.js";
import type { Verdict, VerdictKind } from "./verdict.js";

/**
 * What became of the screen between the last check of a target and the touch: `still` where all that tells of it says that
 * nothing did, `changed` where something says that the touch may have met something else.
 */
export type Gap = { readonly kind: "still" } | { readonly kind: "changed" | "unknown"; readonly why: string };

/** What is known after an action, for judging what was before it. */
export interface Aftermath {
  /** The screen once it had come to rest; null where it was not read. */
  readonly after: Observation | null;
  /** Frames of the app in front as they were when the action was begun; null where nobody asked or it told none. */
  readonly frames: FrameStats | null;
}

/** Judges the time between check and touch. Errors: none of the device's, which make it unknown. */
export type JudgeGap = (aftermath: Aftermath, signal: AbortSignal) => Promise<Gap>;

export const STILL: Gap = { kind: "still" };

/** A touch that may have met something else is no success, whatever came of it. */
export function touchUncertain(
  session: Session,
  { did, why }: { readonly did: string; readonly why: string },
  after: Observation | null,
): FoveaError {
  const message = `${did}; but the screen changed between the last look at it and the touch (${why}), which may have met something else`;
  const context = after ? screenContext(session, after, did) : { device: session.device.serial };
  return new FoveaError("TOUCH_UNCERTAIN", message, { ...context, attemptedAction: did, mayHaveHappened: true });
}

/** Nothing went wrong, as far as these know, if the action met what it was meant for. */
const AS_MEANT: ReadonlySet<VerdictKind> = new Set<VerdictKind>(["changed", "no_effect", "unknown"]);

/** Where nothing tells what was touched, no verdict is proven but that something went wrong. */
export function withGap(verdict: Verdict, gap: Gap): Verdict {
  if (gap.kind !== "unknown" || !AS_MEANT.has(verdict.kind)) return verdict;
  return { ...verdict, kind: "unknown", evidence: [`${NOT_TOLD}: ${gap.why}`, ...verdict.evidence] };
}

const NOT_TOLD = "whether the touch met what was seen is not known";

/** The line of the answer for it. */
export function gapNotes(gap: Gap): readonly string[] {
  return gap.kind === "unknown" ? [`! ${NOT_TOLD}: ${gap.why}`] : [];
}

/** Something that was found on a screen. */
export interface Standing {
  readonly element: UiElement;
  readonly screen: Pick<Observation, "elements" | "ime">;
  readonly window: ActiveWindow | null;
}

/**
 * Whether an element is on a later screen as it was found: there, alike, with the same thing on top at its middle, and
 * with the same window and the same keyboard in front. It may have been away in between.
 */
export function standsThen({ element, screen, window }: Standing, after: Observation | null): boolean {
  const now = after?.elements.find(({ ref }) => ref === element.ref);
  if (!after || !now || after.activeWindow?.windowId !== window?.windowId) return false;
  if (after.ime?.visible !== screen.ime?.visible || told(now) !== told(element)) return false;
  const place = center(element.bounds);
  return told(topAt(place, after.elements)) === told(topAt(place, screen.elements));
}

function told(element: UiElement | undefined): string {
  return JSON.stringify(element && [element.bounds, element.labels, element.role, element.enabled, element.checked]);
}

function topAt(place: Point, elements: readonly UiElement[]): UiElement | undefined {
  return elements.findLast((one) => isTouchTarget(one) && containsPoint(one.bounds, place));
}

/** Where something changed, and what was touched stands there all the same, the touch may well have met it: no failure. */
export function orStanding(gap: Gap, standing: Standing, after: Observation | null): Gap {
  if (gap.kind !== "changed" || !standsThen(standing, after)) return gap;
  return { kind: "unknown", why: `${gap.why}; what was touched stands there as it stood` };
}
