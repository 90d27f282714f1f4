import { FoveaError } from "../../base/errors.js";
import { center, containsPoint, type Point } from "../../base/geometry.js";
import type { CountedFrames } from "../../observe/settle/frame-counter.js";
import { isSameElement, isTouchTarget, type UiElement } from "../../screen/element.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { Observation } from "../../screen/observation.js";
import { isSameRegion, type TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import { screenContext } from "../targets/refuse-screen.js";
import type { Verdict, VerdictKind } from "../verdict.js";

/**
 * The outcome of the screen between the last check of a target and the touch: `still` where every source reports
 * that nothing did, `changed` where something says that the touch may have hit something else, `missed` where it surely
 * did.
 */
export type Gap =
  | { readonly kind: "still" }
  | { readonly kind: "changed" | "unknown" | "missed"; readonly why: string };

/** What is known after an action, for judging what was before it. */
export interface Aftermath {
  /** The screen once it was stable; null if it was not read. */
  readonly after: Observation | null;
  /** The frames of the app that was in front when the action was begun; null if nobody asked. */
  readonly frames: CountedFrames | null;
  /** The pixels at the last check; null if there was none. */
  readonly pixels: TileGrid | null;
}

/** What is known of a touch. */
export interface Met {
  readonly gap: Gap;
  /** Whether the app drew anything for it; null if that is not known. */
  readonly drew: boolean | null;
}

/** Judges the time between check and touch. Errors: none of the device's, which make it unknown. */
export type JudgeGap = (aftermath: Aftermath, signal: AbortSignal) => Promise<Met>;

export const STILL: Gap = { kind: "still" };

/** A touch that certainly hit something else has failed, whatever its effect. */
export function touchMissed(
  session: Session,
  { did, why }: { readonly did: string; readonly why: string },
  after: Observation | null,
): FoveaError {
  const message = `${did}; but the screen changed between the last check and the touch, which hit something else: ${why}`;
  const context = after ? screenContext(session, after, did) : { device: session.device.serial };
  return new FoveaError("TOUCH_MISSED", message, { ...context, attemptedAction: did, mayHaveHappened: true });
}

/** As far as these know, nothing went wrong if the action met what it was meant for. */
const AS_MEANT: ReadonlySet<VerdictKind> = new Set<VerdictKind>(["changed", "no_effect", "unknown"]);

/**
 * Where a source reports that the touch may have hit something else, the verdict is that; without a source, none is
 * proven. What surely went wrong stays what it is.
 */
export function withGap(verdict: Verdict, gap: Gap): Verdict {
  if (gap.kind === "still" || !AS_MEANT.has(verdict.kind)) return verdict;
  const kind = gap.kind === "unknown" ? "unknown" : "uncertain";
  return { ...verdict, kind, evidence: [`${DOUBT[gap.kind]}: ${gap.why}`, ...verdict.evidence] };
}

const DOUBT = {
  changed: "the screen changed between the last check and the touch, which may have hit something else",
  missed: "the touch hit something else",
  unknown: "could not confirm that the target had not moved",
} as const satisfies Record<Exclude<Gap["kind"], "still">, string>;

/** The line of the answer for it. */
export function gapNotes(gap: Gap): readonly string[] {
  if (gap.kind === "still") return [];
  const next = gap.kind === "unknown" ? "" : "; if it did, undo that first (press_key back)";
  return [`! ${DOUBT[gap.kind]}: ${gap.why}${next}`];
}

/** Something that was found on a screen. */
export interface Standing {
  readonly element: UiElement;
  readonly screen: Pick<Observation, "elements" | "ime">;
  readonly window: ActiveWindow | null;
  /** The pixels that it was found in; null if it was found in a tree. */
  readonly grid?: TileGrid | null;
}

/** The parts of a later screen that show whether something is there. */
export type SeenAfter = Pick<Observation, "elements" | "activeWindow" | "ime">;

/** Whether an element is on a later screen as it was found, by its pixels alone: where no tree could be read then. */
export function showsThen(
  { element, screen, window, grid }: Standing,
  { after, pixels }: Pick<Aftermath, "after" | "pixels">,
): boolean {
  if (!grid || !pixels || after?.hierarchySource !== "none") return false;
  if (after.activeWindow?.windowId !== window?.windowId || after.ime?.visible !== screen.ime?.visible) return false;
  return isSameRegion(grid, pixels, element.bounds);
}

/**
 * Whether afterwards something that says something else stands where an element was found by its pixels alone, and
 * looks the same: then the words there, which no picture shows, may have been others before the touch.
 */
export function saysOtherUnseen(
  { element, grid }: Standing,
  { after, pixels }: { readonly after: Pick<SeenAfter, "elements"> | null; readonly pixels: TileGrid | null },
): boolean {
  const place = JSON.stringify(element.bounds);
  const now = after?.elements.find((one) => isTouchTarget(one) && JSON.stringify(one.bounds) === place);
  if (!grid || !pixels || !now || element.actions.includes("edit") || element.counting) return false;
  return now.labels.join() !== element.labels.join() && isSameRegion(grid, pixels, element.bounds);
}

/**
 * Whether an element is on a later screen as it was found: there, alike, with the same thing on top at its middle, and
 * with the same window and the same keyboard in front, among what it stood among. It may have been away in between.
 * A change by the touch itself does not count: a box that was checked is no longer checked, and a field that has the
 * focus since was touched, wherever the keyboard moved it.
 */
export function standsThen({ element, screen, window }: Standing, after: SeenAfter | null): boolean {
  const now = after?.elements.find((one) => isSameElement(one, element));
  if (!after || !now || after.activeWindow?.windowId !== window?.windowId) return false;
  if (!isAmongTheSame(element, screen.elements, after.elements)) return false;
  if (hasTakenFocus(element, now)) return true;
  if (after.ime?.visible !== screen.ime?.visible || reported(now) !== reported(element)) return false;
  if (element.checked !== null && now.checked === element.checked) return false;
  const place = center(element.bounds);
  return reported(topAt(place, after.elements)) === reported(topAt(place, screen.elements));
}

/**
 * Whether an element has the same words around it on a later screen, on the same page: what says the same may mean
 * something else under another title. False if it is gone.
 */
export function isAmongTheSame(element: UiElement, before: readonly UiElement[], after: readonly UiElement[]): boolean {
  const now = after.find((one) => isSameElement(one, element));
  if (!now || JSON.stringify(now.context) !== JSON.stringify(element.context)) return false;
  return now.ref === element.ref || !isOtherPage(before, after);
}

/** Something that says the same means something else: the page around it is another one. */
function isOtherPage(before: readonly UiElement[], after: readonly UiElement[]): boolean {
  const olds = new Map(before.map((element) => [element.ref, element]));
  return after.some(({ labels, checked, was }) => {
    const old = olds.get(was.at(-1) ?? "");
    return old?.checked === checked && old.labels.join() === labels.join();
  });
}

function hasTakenFocus(element: UiElement, now: UiElement): boolean {
  const isField = element.actions.includes("edit") && now.actions.includes("edit");
  const isSame = now.labels.join() === element.labels.join() && now.resourceId === element.resourceId;
  return isField && isSame && element.focused !== true && now.focused === true;
}

function reported(element: UiElement | undefined): string {
  return JSON.stringify(element && [element.bounds, element.labels, element.role, element.enabled]);
}

function topAt(place: Point, elements: readonly UiElement[]): UiElement | undefined {
  return elements.findLast((one) => isTouchTarget(one) && containsPoint(one.bounds, place));
}

/**
 * Where something changed, and what was touched is there anyway, the touch may well have met it: no failure.
 */
export function orStanding(gap: Gap, standing: Standing, after: SeenAfter | null): Gap {
  if (gap.kind !== "changed" || !standsThen(standing, after)) return gap;
  return { kind: "unknown", why: `${gap.why}; the target is in its place, unchanged` };
}
