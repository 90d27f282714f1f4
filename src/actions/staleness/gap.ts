import { FoveaError } from "../../base/errors.js";
import { center, containsPoint, isSameRect, type Point } from "../../base/geometry.js";
import type { CountedFrames } from "../../observe/settle/frame-counter.js";
import { isSameElement, isTouchTarget, type UiElement } from "../../screen/element.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { Observation } from "../../screen/observation.js";
import { isSameRegion, type TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import { screenContext } from "../targets/refuse-screen.js";
import type { Verdict, VerdictKind } from "../verdict.js";

/**
 * What happened on the screen between the last check of a target and the touch. `still`: all sources report no change;
 * `changed`: a source shows that the touch may have hit something else; `missed`: it certainly hit something else.
 */
export type Gap =
  | { readonly kind: "still" }
  | { readonly kind: "changed" | "unknown" | "missed"; readonly why: string };

/** Facts read after an action, to judge the time before it. */
export interface Aftermath {
  /** The screen after it became stable; null if it was not read. */
  readonly after: Observation | null;
  /** The frames of the app that was in front when the action began; null if they were not read. */
  readonly frames: CountedFrames | null;
  /** The pixels at the last check; null if there was none. */
  readonly pixels: TileGrid | null;
}

/** What is known of a touch. */
export interface TouchResult {
  readonly gap: Gap;
  /** Whether the app drew anything in answer to it; null if unknown. */
  readonly drew: boolean | null;
}

/** Judges the time between check and touch. Errors of the device make the result unknown; they are not thrown. */
export type JudgeGap = (aftermath: Aftermath, signal: AbortSignal) => Promise<TouchResult>;

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

/** Verdicts of an action that may be right only if the action hit its target. */
const AS_MEANT: ReadonlySet<VerdictKind> = new Set<VerdictKind>(["changed", "no_effect", "unknown"]);

/**
 * Changes the verdict by the gap: to `uncertain` if the touch may have hit something else, to `unknown` if that could
 * not be checked. A verdict of a certain failure stays.
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

/** The line about the gap in the answer. */
export function gapNotes(gap: Gap): readonly string[] {
  if (gap.kind === "still") return [];
  const next = gap.kind === "unknown" ? "" : "; if it did, undo that first (press_key back)";
  return [`! ${DOUBT[gap.kind]}: ${gap.why}${next}`];
}

/** An element as it was found on a screen. */
export interface Standing {
  readonly element: UiElement;
  readonly screen: Pick<Observation, "elements" | "ime">;
  readonly window: ActiveWindow | null;
  /** The pixels in which it was found; null if it was found in a hierarchy. */
  readonly grid?: TileGrid | null;
}

/** The parts of a later screen that show whether an element is still there. */
export type SeenAfter = Pick<Observation, "elements" | "activeWindow" | "ime">;

/**
 * Whether an element is unchanged on a later screen, judged by its pixels alone, because no hierarchy could be read
 * then.
 */
export function showsThen(
  { element, screen, window, grid }: Standing,
  { after, pixels }: Pick<Aftermath, "after" | "pixels">,
): boolean {
  if (!grid || !pixels || after?.hierarchySource !== "none") return false;
  if (after.activeWindow?.windowId !== window?.windowId || after.ime?.visible !== screen.ime?.visible) return false;
  return isSameRegion(grid, pixels, element.bounds);
}

/**
 * Whether an element that was found by its pixels alone has the same pixels but other words afterwards. A screenshot
 * does not show these words, so they may have been different before the touch, too.
 */
export function hasOtherWordsSamePixels(
  { element, grid }: Standing,
  { after, pixels }: { readonly after: Pick<SeenAfter, "elements"> | null; readonly pixels: TileGrid | null },
): boolean {
  const now = after?.elements.find((one) => isTouchTarget(one) && isSameRect(one.bounds, element.bounds));
  if (!grid || !pixels || !now || element.actions.includes("edit") || element.counting) return false;
  return now.labels.join() !== element.labels.join() && isSameRegion(grid, pixels, element.bounds);
}

/**
 * Whether an element is on a later screen as it was found: at its place and alike, with the same element on top at its
 * centre, the same window and keyboard in front, and the same surroundings. It may have been gone in between. A change
 * by the touch itself is expected: a checkbox changes, and a field that has the focus now was touched, wherever the
 * keyboard moved it.
 */
export function isUnchangedLater({ element, screen, window }: Standing, after: SeenAfter | null): boolean {
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
 * Whether an element has the same words around it on a later screen, and is on the same page: an element with the same
 * words may mean something else under another title. False if it is gone.
 */
export function isAmongTheSame(element: UiElement, before: readonly UiElement[], after: readonly UiElement[]): boolean {
  const now = after.find((one) => isSameElement(one, element));
  if (!now || JSON.stringify(now.context) !== JSON.stringify(element.context)) return false;
  return now.ref === element.ref || !isOtherPage(before, after);
}

/** Whether the page differs: an element with a new identity has the words of an old one. */
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

/** Lowers `changed` to `unknown` if the target is still in its place: then the touch may well have hit it. */
export function orStanding(gap: Gap, standing: Standing, after: SeenAfter | null): Gap {
  if (gap.kind !== "changed" || !isUnchangedLater(standing, after)) return gap;
  return { kind: "unknown", why: `${gap.why}; the target is in its place, unchanged` };
}
