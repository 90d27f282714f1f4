import { isFoveaError } from "../../base/errors.js";
import { containsPoint, type Point, type Size } from "../../base/geometry.js";
import { isLive } from "../../devices/companion/companion-link.js";
import { type ObserveResult, observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { type QuickCheck, quickCheck } from "../../observe/quick-check/quick-check.js";
import {
  isBackgroundUnchanged,
  isStillSeen,
  isStillShown,
  lastSeen,
  lastSighting,
  type ObservedPixels,
} from "../../observe/quick-check/still-shown.js";
import { findByRef, isSeenOnly, isTouchTarget, type UiElement } from "../../screen/element.js";
import { matchElements } from "../../screen/match.js";
import type { Observation } from "../../screen/observation.js";
import type { Target } from "../../screen/selector.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import type { Caller } from "../../session/caller.js";
import type { Session } from "../../session/session.js";
import { chooseElement } from "./choose-element.js";
import { deviceToday } from "./device-today.js";
import type { Located, QuickChecked } from "./located.js";
import { movedNotes } from "./moved-notes.js";
import { inconsistent, isOff, refuseOtherDisplay, screenOff, unreadable, unreadTree } from "./refuse-screen.js";
import { changedMeaning, changedScreen, gone, unknownRef } from "./refuse-target.js";
import { expectedPrint, requireSamePictures } from "./same-picture.js";
import { isSameScreen } from "./same-screen.js";
import { requireStillSeen } from "./still-seen.js";
import { isOfOtherWindow } from "./watch.js";

/**
 * Finds what targets name on the current screen, all of them in the same observation. Refs of the last observation are
 * checked by a quick check first (window, rotation, keyboard, pixels). If anything changed, the screen is read again,
 * and a ref is kept if it certainly names the same element of the same screen. Every other selector is resolved on a
 * fresh observation. Points need only the window manager's facts. With the companion, reading the hierarchy is faster
 * than a quick check: everything is resolved in a hierarchy that was read for it, except for elements that only pixels
 * show. A note says if an element is at another place than the caller was shown. Errors: REF_STALE, REF_CHANGED,
 * ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET, SCREEN_OFF, and the reason if the screen cannot be read.
 */
export async function locate(
  session: Session,
  targets: readonly Target[],
  signal: AbortSignal,
): Promise<readonly Located[]> {
  const located = await locateNow(
    session,
    targets.map((target) => followedBy(session.caller, target)),
    signal,
  );
  return located.map((one) => {
    const moved = one.element ? movedNotes(session, one.element) : [];
    return moved.length === 0 ? one : { ...one, notes: [...one.notes, ...moved] };
  });
}

async function locateNow(
  session: Session,
  targets: readonly Target[],
  signal: AbortSignal,
): Promise<readonly Located[]> {
  const last = session.lastObservation;
  const selectors = targets.filter((target) => target.kind === "element");
  const known = selectors.map((selector) => knownElement(session, last, selector));
  const elements = known.filter((element) => element !== null);
  const areKnown = known.every(
    (element, place) => element !== null && element.ref === selectors[place]?.phrases[0]?.ref,
  );
  const areSeen = areKnown && elements.length > 0 && elements.every(isSeenOnly);
  if (areSeen || (areKnown && !session.gate.isAgreed && !isLive(await session.onDevice.live(signal)))) {
    const quickCheckedAt = performance.now();
    const now = await quickCheck(session, signal);
    if (isOff(now.window?.power ?? null)) throw screenOff(session);
    refuseOtherDisplay(session, now.window?.activeWindow ?? null, areSeen ? "pixels show only the first" : undefined);
    const sighting = ofLook(lastSighting(session), last);
    const seen = ofLook(lastSeen(session), last);
    const isShown = (element: UiElement) =>
      isSeenOnly(element)
        ? seen !== undefined && isStillSeen(seen, now, element)
        : sighting !== undefined && isStillShown(sighting, now, element);
    const quickChecked: QuickChecked = { at: quickCheckedAt, grid: now.grid };
    const isBackground = (target: Target) => isKnownBackground(session, target, { sighting, now });
    if (elements.every(isShown) && targets.every(isBackground))
      return targets.map((target) => onQuickCheck(target, { last, now, quickChecked, isShown }));
  }
  return await locateAgain(session, { targets, last }, signal);
}

/**
 * Whether it is known what is under a bare point, because the guard decides by that. Content that the app draws itself
 * has no elements, whatever its pixels show.
 */
function isKnownBackground(
  { gate }: Session,
  target: Target,
  { sighting, now }: { readonly sighting: ObservedPixels | undefined; readonly now: QuickCheck },
): boolean {
  if (target.kind === "element" || !gate.readsScreen) return true;
  const point = pointOf(target, now.window?.screenSize ?? null);
  return point !== null && sighting !== undefined && isBackgroundUnchanged(sighting, now, point);
}

/**
 * Replaces refs whose elements the caller's own actions changed, as its answers showed, by the current refs of these
 * elements.
 */
function followedBy(caller: Caller, target: Target): Target {
  if (target.kind !== "element" || !target.phrases.some(({ ref }) => ref !== null)) return target;
  const phrases = target.phrases.map((phrase) =>
    phrase.ref === null ? phrase : { ...phrase, ref: caller.followed(phrase.ref) },
  );
  return { ...target, phrases };
}

/** Another call may have observed meanwhile: then these pixels do not belong to the observation in use. */
function ofLook(sighting: ObservedPixels | undefined, last: Observation | null): ObservedPixels | undefined {
  return sighting?.observation === last ? sighting : undefined;
}

interface KnownQuickCheck {
  readonly last: Observation | null;
  readonly now: QuickCheck;
  readonly quickChecked: QuickChecked;
  readonly isShown: (element: UiElement) => boolean;
}

/** The result by the window manager's current facts, and by the last elements, which the quick check confirmed. */
function onQuickCheck(target: Target, { last, now, quickChecked, isShown }: KnownQuickCheck): Located {
  const { window, grid } = now;
  const elements = last?.elements ?? [];
  const element = target.kind === "element" ? (matchElements(target, elements)[0] ?? null) : null;
  const screenSize = window?.screenSize ?? (grid ? { width: grid.width, height: grid.height } : null);
  const screen = {
    elements,
    screenSize,
    systemInsets: window?.systemInsets ?? null,
    ime: window?.ime ?? null,
    activeWindow: window?.activeWindow ?? null,
    viewHierarchy: last?.viewHierarchy ?? null,
  };
  const hit = element ? null : controlAt(pointOf(target, screenSize), elements);
  return {
    target,
    element,
    hit: hit && isShown(hit) ? hit : null,
    screen,
    checkedAtMs: now.uptimeMs,
    observation: null,
    notes: [],
    quickCheck: quickChecked,
  };
}

/** The control that a touch goes to: the last one drawn there. */
function controlAt(point: Point | null, elements: readonly UiElement[]): UiElement | null {
  if (!point) return null;
  return elements.filter((one) => isTouchTarget(one) && containsPoint(one.bounds, point)).at(-1) ?? null;
}

/** How long uiautomator takes after it read the hierarchy, to write it and to end; a measured estimate. */
const LATEST_EVENTS_MS = 300;

/**
 * The moment to which the hierarchy of an observation refers, by the device's clock in ms since boot; null if
 * unknown.
 */
export function treeTakenAt({ treeReadAtMs }: Pick<ObserveResult, "treeReadAtMs">): number | null {
  return treeReadAtMs === null ? null : treeReadAtMs - LATEST_EVENTS_MS;
}

interface Sought {
  readonly targets: readonly Target[];
  readonly last: Observation | null;
  /** Accepts the observation even if its pixels changed since. */
  readonly isLastTry?: boolean;
}

async function locateAgain(session: Session, sought: Sought, signal: AbortSignal): Promise<readonly Located[]> {
  const { targets, last, isLastTry = false } = sought;
  const prints = targets.map((target) => expectedPrint(target, knownOf(session, last, target)));
  const screenshot = prints.every((print) => print === null) ? "unlessLive" : true;
  const { observation, treeReadAtMs } = await observe(session, { ...OBSERVE_TREE, screenshot }, signal);
  if (isOff(observation.power)) throw screenOff(session);
  if (!isLive(await session.onDevice.live(signal))) refuseOtherDisplay(session, observation.activeWindow);
  // A point needs no elements.
  const needsElements = targets.some(({ kind }) => kind === "element");
  if (needsElements && observation.hierarchySource === "none") throw unreadable(session, observation);
  if (needsElements && isOfOtherWindow(observation)) throw inconsistent(session, observation);
  const checkedAtMs = treeTakenAt({ treeReadAtMs });
  const scope = { observation, today: await deviceToday(session, targets, signal) };
  const located = targets.map((target): Located => {
    const place = { target, screen: observation, checkedAtMs, observation, notes: [], quickCheck: null };
    if (target.kind !== "element") {
      const hit = controlAt(pointOf(target, observation.screenSize), observation.elements);
      return { ...place, element: null, hit };
    }
    orUnreadTree(session, observation, () => requirePresentRefs(session, { selector: target, last }, observation));
    const known = knownOf(session, last, target);
    if (known) {
      const follow = () => followed(session, { last, known }, observation);
      return { ...place, element: orUnreadTree(session, observation, follow), hit: null };
    }
    const choose = () => chooseElement(session, target, scope);
    const { element, note } = orUnreadTree(session, observation, choose);
    return { ...place, element, hit: null, notes: note === null ? [] : [note] };
  });
  const pictured = located.flatMap(({ element }, place) => {
    const expected = prints[place] ?? null;
    return element && expected !== null ? [{ element, expected }] : [];
  });
  await requireStillSeen(session, located, observation, signal);
  const isUncertain = await requireSamePictures(session, pictured, observation, signal);
  return isUncertain && !isLastTry ? await locateAgain(session, { ...sought, isLastTry: true }, signal) : located;
}

/**
 * Runs `find`; if the target is missing and the hierarchy could not be read, the error says why it could not. Errors:
 * those of `find`.
 */
function orUnreadTree<Found>(session: Session, observation: Observation, find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    if (!isFoveaError(error, "ELEMENT_NOT_FOUND") && !isFoveaError(error, "REF_STALE")) throw error;
    throw unreadTree(session, observation, error.context.elementDescription ?? "the target") ?? error;
  }
}

function knownOf(session: Session, last: Observation | null, target: Target): UiElement | null {
  return target.kind === "element" ? knownElement(session, last, target) : null;
}

/**
 * The element that a selector names by its ref, as in the last observation; null for a selector without a ref of its
 * own, or one with conditions that the element did not meet. Errors: REF_STALE for a ref that is not of the last
 * observation.
 */
function knownElement(session: Session, last: Observation | null, selector: ElementSelector): UiElement | null {
  for (const { ref } of selector.phrases) {
    if (ref !== null && !(last && findByRef(last.elements, ref))) throw unknownRef(session, ref);
  }
  const ref = selector.phrases[0]?.ref ?? null;
  if (ref === null || !last) return null;
  // The element may get back the meaning that it had with this ref: the next observation shows it.
  const named = findByRef(last.elements, ref);
  if (named && named.ref !== ref) return named;
  return matchElements(selector, last.elements).find((element) => element.ref === ref) ?? null;
}

/**
 * Errors: REF_CHANGED if an element that the selector names by its ref means something else now, REF_STALE if it is
 * gone.
 */
function requirePresentRefs(
  session: Session,
  { selector, last }: { readonly selector: ElementSelector; readonly last: Observation | null },
  observation: Observation,
): void {
  for (const { ref } of selector.phrases) {
    if (ref === null) continue;
    const now = findByRef(observation.elements, ref);
    const old = last?.elements.find((element) => element.ref === ref) ?? null;
    if (now && now.ref !== ref) throw changedMeaning(session, { ref, old, now }, observation);
    if (!now && old === null) throw unknownRef(session, ref);
  }
}

/** The same element in a new observation. Errors: REF_STALE if it is gone, or if most of the screen differs. */
function followed(
  session: Session,
  { last, known }: { readonly last: Observation | null; readonly known: UiElement },
  observation: Observation,
): UiElement {
  const now = observation.elements.find((element) => element.ref === known.ref);
  if (!now || !last) throw gone(session, known, observation);
  if (!isSameScreen(last, observation)) throw changedScreen(session, now, observation);
  return now;
}

/** The point in pixels; null if the target is not a point, or if the size of the screen is unknown. */
export function pointOf(target: Target, size: Size | null): Point | null {
  if (target.kind === "element" || !size) return null;
  const scale = target.kind === "share" ? { x: (size.width - 1) / 100, y: (size.height - 1) / 100 } : { x: 1, y: 1 };
  return { x: Math.round(target.x * scale.x), y: Math.round(target.y * scale.y) };
}
