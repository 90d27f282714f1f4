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
  type Sighting,
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
 * Finds what targets mean on the screen as it is now, all of them on the same look at it. Refs of the last observation
 * are checked by a quick check first (window, rotation, keyboard, pixels): if anything moved, the screen is read again
 * and the refs are followed if they are surely the same elements of the same screen. Every other selector is resolved
 * on a fresh observation. Points need no more than the window manager's facts. With the companion reading the tree is
 * faster than a quick check: everything is resolved in a hierarchy that was walked for it, except for what only pixels
 * show. What is found elsewhere than where a caller was shown it is said in the answer. Errors: REF_STALE, REF_CHANGED,
 * ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET, SCREEN_OFF, what keeps the screen from being read.
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
    refuseOtherDisplay(session, now.window?.activeWindow ?? null);
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
 * Whether it is known what lies under a bare point: the guard uses that. What is drawn by the app itself has no
 * elements, whatever its pixels do.
 */
function isKnownBackground(
  { gate }: Session,
  target: Target,
  { sighting, now }: { readonly sighting: Sighting | undefined; readonly now: QuickCheck },
): boolean {
  if (target.kind === "element" || !gate.looks) return true;
  const point = pointOf(target, now.window?.screenSize ?? null);
  return point !== null && sighting !== undefined && isBackgroundUnchanged(sighting, now, point);
}

/** Refs whose elements the caller's own actions changed, as its answers showed, mean those elements as they are now. */
function followedBy(caller: Caller, target: Target): Target {
  if (target.kind !== "element" || !target.phrases.some(({ ref }) => ref !== null)) return target;
  const phrases = target.phrases.map((phrase) =>
    phrase.ref === null ? phrase : { ...phrase, ref: caller.followed(phrase.ref) },
  );
  return { ...target, phrases };
}

/** Another call may have observed meanwhile: then the pixels no longer belong to what was looked up. */
function ofLook(sighting: Sighting | undefined, last: Observation | null): Sighting | undefined {
  return sighting?.observation === last ? sighting : undefined;
}

interface KnownQuickCheck {
  readonly last: Observation | null;
  readonly now: QuickCheck;
  readonly quickChecked: QuickChecked;
  readonly isShown: (element: UiElement) => boolean;
}

/** The window manager's facts of this moment; elements as they were last read, once checked to be still there. */
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

/** What uiautomator takes to write a tree down and to end, after it was read; a measured guess. */
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
  /** Is taken as it is, also where its picture changed since. */
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

/** Errors: those of `find`, except for a target that is not there where nobody could read what is there: why not. */
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
 * The element that a selector names by its ref, as it was last seen; null for a selector without its own ref, or
 * one that asks for more than the element had. Errors: REF_STALE for a ref that is not of the last observation.
 */
function knownElement(session: Session, last: Observation | null, selector: ElementSelector): UiElement | null {
  for (const { ref } of selector.phrases) {
    if (ref !== null && !(last && findByRef(last.elements, ref))) throw unknownRef(session, ref);
  }
  const ref = selector.phrases[0]?.ref ?? null;
  if (ref === null || !last) return null;
  // Its old meaning may return: the next observation shows it.
  const named = findByRef(last.elements, ref);
  if (named && named.ref !== ref) return named;
  return matchElements(selector, last.elements).find((element) => element.ref === ref) ?? null;
}

/**
 * Errors: REF_CHANGED where an element that the selector names by its ref means something else now, REF_STALE where it
 * is gone.
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

/** The same element on a new observation. Errors: REF_STALE where it is gone, or most of the screen is different. */
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

/** A bare point in pixels; null if it is none, or where the size of the screen is not known. */
export function pointOf(target: Target, size: Size | null): Point | null {
  if (target.kind === "element" || !size) return null;
  const scale = target.kind === "share" ? { x: (size.width - 1) / 100, y: (size.height - 1) / 100 } : { x: 1, y: 1 };
  return { x: Math.round(target.x * scale.x), y: Math.round(target.y * scale.y) };
}
