import { FoveaError } from "../../base/errors.js";
import { containsPoint, isSameRect, type Point } from "../../base/geometry.js";
import { type ObserveResult, observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { isSameElement, type UiElement } from "../../screen/element.js";
import type { ActiveWindow } from "../../screen/facts.js";
import { type FieldScreen, isStillField, sameWindow } from "../../screen/field-print.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import type { Target } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";
import type { Passed } from "../ask-gate.js";
import { inputArgv, planAndSend } from "../input/device-input.js";
import { servedIn } from "../input/field-guard.js";
import { treeTakenAt } from "../targets/locate.js";
import type { FoundTarget } from "../targets/located.js";
import { isOff, screenContext, screenOff, unreadable } from "../targets/refuse-screen.js";
import { describe } from "../targets/refuse-target.js";
import { type ResolvedTarget, resolveTarget } from "../targets/resolve-target.js";
import { type LookSignal, type Patience, whenReady } from "../targets/when-ready.js";
import { askToType, type TypeTextAsked } from "./type-text-request.js";

/** The field that will receive the keys. */
export interface FocusedField {
  /** Null if the keyboard is shown, but the hierarchy does not show for which field (games, some web pages). */
  readonly field: UiElement | null;
  readonly window: ActiveWindow | null;
  /** The observation that showed it with the focus; for a hidden field, the last one that showed it. */
  readonly screen: FieldScreen;
  /** The field was no longer visible once it had the focus, as under a keyboard for which the app makes no room. */
  readonly isHidden?: boolean;
  /** The view that received keys right after the tap that gave the focus, before that observation; null if unknown. */
  readonly served?: string | null;
  /** The time of its last check, by the device's clock in ms since boot; null if unknown. */
  readonly checkedAtMs?: number | null;
}

/** A field that had the focus when it was shown. */
export interface ShownField extends FocusedField {
  readonly field: UiElement;
}

/**
 * The field that had the focus when the caller was last shown the screen; if requests do not identify their client,
 * when any such caller was. In a batch, the field that the step before tapped: its caller was not shown what the tap
 * changed. Null if no field had it, or no screen was shown yet.
 */
export function shownFocus(session: Session): ShownField | null {
  const { lastReported, lastReportedNameless, caller } = session;
  const tapped = tappedField(session);
  if (tapped) return tapped;
  const shown = lastReported ?? (caller.isKnown ? null : lastReportedNameless);
  const field = editable(shown?.focusedElement ?? null);
  return shown && field && { field, window: shown.activeWindow, screen: shown };
}

function tappedField({ caller, beforeLastAct }: Session): ShownField | null {
  const ref = caller.tappedInCall;
  if (ref === null || beforeLastAct === null) return null;
  const field = editable(beforeLastAct.elements.find((one) => one.ref === ref) ?? null);
  return field && { field, window: beforeLastAct.activeWindow, screen: beforeLastAct };
}

/**
 * The same, with the targets of the touches that gave it the focus; none if it already had it and no target was named.
 */
export interface GivenFocus extends FocusedField {
  /** Proof that the guard let the text pass. */
  readonly passed: Passed;
  readonly targets: readonly FoundTarget[];
}

interface Focusing extends Patience, Pick<TypeTextAsked, "ask" | "text" | "submit"> {
  readonly target: Target | null;
  readonly apiLevel: number | null;
}

/**
 * Gives a field the focus by a tap, unless it has it, and checks that it got it before a key is sent. If the field
 * moved before the tap, so that the tap only gave the focus to another field, it is tapped again. Without a target it
 * takes the field that has the focus. The guard is asked about the text before anything is touched. Errors:
 * NO_TEXT_FIELD; those of the guard, resolveTarget and planAndSend.
 */
export async function focusField(
  session: Session,
  { target, apiLevel, ask, text, submit, ...patience }: Focusing,
  signal: AbortSignal,
): Promise<GivenFocus> {
  if (target === null) {
    const now = await look(session, signal);
    const focused = focusedAsShown(session, now.observation);
    const passed = askToType({ ask, text, submit }, focused.field, now.observation);
    return { ...focused, passed, checkedAtMs: treeTakenAt(now), targets: [] };
  }
  const planFor = (look: LookSignal) => async () => {
    const found = await resolveTarget(session, target, look);
    const { element, point, screen, checkedAtMs } = found;
    const field = requireField(session, found);
    const passed = askToType({ ask, text, submit }, field, screen);
    const tap = inputArgv(apiLevel, ["tap", String(point.x), String(point.y)]);
    const calls = element?.focused === true ? [] : [tap];
    const plan = {
      passed,
      element,
      meant: field,
      screen,
      calls,
      extraMs: 0,
      window: screen.activeWindow,
      reports: "served" as const,
    };
    return { ...plan, checkedAtMs, targets: [found] };
  };
  const send = (look: LookSignal) => planAndSend(session, apiLevel, planFor(look), signal);
  for (let touches = 1; ; touches += 1) {
    const { plan, said } = await whenReady(session, { ...patience, target }, send, signal);
    const { element, meant, screen, checkedAtMs, calls, targets, passed } = plan;
    if (calls.length === 0)
      return { field: element, window: screen.activeWindow, screen, checkedAtMs, targets, passed };
    const now = await look(session, signal);
    const [point = null] = targets.map((target) => target.point);
    const tapped = { tapped: meant, screen, point };
    if (element && touches < MOST_TOUCHES && isMovedAway(tapped, now.observation)) continue;
    const focused = focusedAfterTap(session, tapped, now.observation);
    return { ...focused, passed, served: servedIn(said), checkedAtMs: treeTakenAt(now), targets };
  }
}

const MOST_TOUCHES = 2;

/**
 * Whether a field moved before its touch, and the touch only gave the focus to a field that was beside it before and is
 * under the touch now: then the touch may be repeated. Otherwise something else may have been touched.
 */
function isMovedAway({ tapped, screen, point }: TappedField, observation: Observation): boolean {
  const focused = editable(observation.focusedElement);
  if (!tapped || !point || !focused || !sameWindow(screen, observation)) return false;
  if (!containsPoint(focused.bounds, point)) return false;
  const old = screen.elements.find(({ ref }) => ref === focused.ref);
  const now = observation.elements.find((one) => isSameElement(one, tapped));
  if (!old || !now || old.ref === tapped.ref || isInPlace(now, tapped) || isInPlace(focused, old)) return false;
  return [old, tapped].every((field) => isStillField(screen, field, observation) !== null);
}

function isInPlace(now: UiElement, before: UiElement): boolean {
  return isSameRect(now.bounds, before.bounds);
}

async function look(session: Session, signal: AbortSignal): Promise<ObserveResult> {
  return await observe(session, { ...OBSERVE_TREE, screenshot: "unlessLive" }, signal);
}

/**
 * The field to tap; null for a bare point where no control is known. Errors: NO_TEXT_FIELD for an element that accepts
 * no text, and for a point on one.
 */
export function requireField(
  session: Session,
  { element: named, hit }: Pick<ResolvedTarget, "element" | "hit">,
): UiElement | null {
  const element = named ?? hit;
  if (!element || element.actions.includes("edit")) return element;
  throw new FoveaError("NO_TEXT_FIELD", `${describe(element)} is not a text field; nothing was touched`, {
    device: session.device.serial,
    hint: 'Pass a field as `target`: its line has "field" after the ref. Or tap this one, then type without target.',
  });
}

/**
 * The field with the focus. Errors: SCREEN_OFF, NO_TEXT_FIELD, FOCUS_LOST if the tapped field moved; the reason if the
 * elements cannot be read.
 */
export function focusedNow(session: Session, observation: Observation, tapped: UiElement | null = null): FocusedField {
  if (isOff(observation.power)) throw screenOff(session);
  const field = editable(observation.focusedElement);
  const window = observation.activeWindow;
  if (field) return { field, window, screen: observation };
  // Games and web pages accept keys without a field in the hierarchy; then a visible keyboard is the sign.
  if (observation.ime?.visible === true) return { field: null, window, screen: observation };
  if (!isReadable(observation)) throw unreadable(session, observation);
  throw tapped ? tookNoFocus(session, observation, tapped) : noFocus(session, observation);
}

/**
 * The field with the focus, for a call without a target: it has to be the field that the caller was shown with the
 * focus, if there was one. Errors: FOCUS_LOST; those of focusedNow.
 */
export function focusedAsShown(session: Session, observation: Observation): FocusedField {
  const focused = focusedNow(session, observation);
  const shown = shownFocus(session);
  if (!shown || !focused.field || focused.field.ref === shown.field.ref) return focused;
  if (isStillField(shown.screen, shown.field, observation)?.ref === focused.field.ref) return focused;
  const why = session.caller.tappedInCall === null ? "as on the screen that you were shown" : "which was tapped";
  const message = `${describe(focused.field)} has the focus now, not ${describe(shown.field)}, ${why}; nothing was typed`;
  throw new FoveaError("FOCUS_LOST", message, {
    device: session.device.serial,
    hint: `Pass the field that you mean as \`target\`, for example ${focused.field.ref}.`,
  });
}

function noFocus(session: Session, observation: Observation): FoveaError {
  const message = `no text field has the focus on ${session.device.serial}; nothing was typed`;
  return new FoveaError("NO_TEXT_FIELD", message, screenContext(session, observation, "the text field with the focus"));
}

/**
 * The error that a tapped element does not get the focus; or it is a field that moved, so that the tap hit something
 * else.
 */
function tookNoFocus(session: Session, observation: Observation, tapped: UiElement): FoveaError {
  const now = observation.elements.find((one) => isSameElement(one, tapped));
  const context = screenContext(session, observation, describe(tapped));
  if (now === undefined || isInPlace(now, tapped))
    return new FoveaError(
      "NO_TEXT_FIELD",
      `${describe(tapped)} was tapped, but did not get the focus; nothing was typed`,
      context,
    );
  const message = `${describe(tapped)} moved before the touch, which may have hit something else; nothing was typed, and the field is ${now.ref} now`;
  return new FoveaError("FOCUS_LOST", message, {
    ...context,
    hint: `Check what the touch did on the screen below; then call type_text again with ${now.ref}.`,
    mayHaveHappened: true,
  });
}

/** A tapped field, and the screen on which it was found; null for a bare point where no field is known. */
export interface TappedField {
  readonly tapped: UiElement | null;
  readonly screen: FieldScreen;
  /** The tapped point; null if it is not to be checked. */
  readonly point: Point | null;
}

/**
 * The field with the focus after a tap on a field or a point. For a point, the field is there or was there before. If
 * no element has the focus, the keyboard has to be visible. A tap on an element that is drawn as a field may open
 * another page with its own field: the caller decides about that. Errors: those of focusedNow, NO_TEXT_FIELD if another
 * field has the focus.
 */
export function focusedAfterTap(
  session: Session,
  { tapped, screen, point }: TappedField,
  observation: Observation,
): FocusedField {
  const focused = focusedNow(session, observation, tapped);
  const { field } = focused;
  if (!field) return tapped ? { ...focused, field: tapped, screen, isHidden: true } : focused;
  if (tapped ? isField(tapped, field, { screen, observation }) : isAt(point, field, { screen, observation }))
    return focused;
  const what = tapped ? describe(tapped) : point ? `${point.x},${point.y}` : "the point";
  throw new FoveaError(
    "NO_TEXT_FIELD",
    `${what} was tapped, but the focus is in ${describe(field)} now; nothing was typed`,
    {
      ...screenContext(session, observation, what),
      hint: `To type into ${field.ref}, call type_text without target.`,
    },
  );
}

interface BeforeAndAfter {
  readonly screen: FieldScreen;
  readonly observation: Observation;
}

/** Whether it is the same field: by its ref, else by isStillField. */
function isField(tapped: UiElement, field: UiElement, { screen, observation }: BeforeAndAfter): boolean {
  return field.ref === tapped.ref || isStillField(screen, tapped, observation)?.ref === field.ref;
}

/** Whether a field is at the tapped point, or was there before the keyboard moved it. */
function isAt(point: Point | null, field: UiElement, { screen, observation }: BeforeAndAfter): boolean {
  if (!point || containsPoint(field.bounds, point)) return point !== null;
  const before = screen.elements.filter((one) => editable(one) && containsPoint(one.bounds, point));
  return before.some((one) => isField(one, field, { screen, observation }));
}

/** The element, if it accepts text. */
export function editable(element: UiElement | null): UiElement | null {
  return element?.actions.includes("edit") === true ? element : null;
}
