import { FoveaError } from "../../base/errors.js";
import { isEmpty, type Point, type Rect } from "../../base/geometry.js";
import type { Argv } from "../../devices/script.js";
import type { UiElement } from "../../screen/element.js";
import { sharesWithin } from "../../screen/element-pattern.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { Observation } from "../../screen/observation.js";
import type { Target } from "../../screen/selector.js";
import { patternIn } from "../../screen/selector-element.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { type ActCall, ONLY_SENDS } from "../../session/session-watcher.js";
import { act, apiLevelOf } from "../act.js";
import type { AskGate } from "../ask-gate.js";
import { swipeGesture } from "../companion/gestures.js";
import { touchViaCompanion } from "../companion/touch-via-companion.js";
import { isNotViaCompanion, type NotViaCompanion, otherWayNotes } from "../companion/via-companion.js";
import { inputArgv, pauseArgv, planAndSend } from "../input/device-input.js";
import type { ActResult, Performed } from "../proof/performed.js";
import { scrolledNote } from "../proof/scrolled-note.js";
import { gapAfterInput, type SentTouch } from "../staleness/gap-after-input.js";
import { locate } from "../targets/locate.js";
import type { FoundTarget, Screen } from "../targets/located.js";
import { describe } from "../targets/refuse-target.js";
import { resolveEnds } from "../targets/resolve-target.js";
import { safePart, wholeScreen } from "../targets/safe-part.js";
import { type Answering, type LookSignal, type Patience, whenReady } from "../targets/when-ready.js";

export type Direction = "up" | "down" | "left" | "right";
export type Speed = "slow" | "normal" | "fast";

/** What to swipe: over an element (or the whole screen) in a direction of the finger, or between two places. */
export type SwipeRequest = Patience &
  Answering & {
    readonly speed: Speed;
    /** Whether the answer has a note on the scrolled content: its end, more content, or rows that were skipped. */
    readonly saysRows?: boolean;
  } & (
    | { readonly direction: Direction; readonly target: Target | null }
    | { readonly from: Target; readonly to: Target }
  );

/**
 * A normal swipe over a whole screen moves the content by less than the screen, fling included, so that nothing is
 * skipped (OverScroller at 160 to 640 dpi); a fast one flings it far.
 */
const DURATION_MS: Readonly<Record<Speed, number>> = { slow: 1_000, normal: 500, fast: 120 };

/**
 * Moves one finger in a straight line. Errors: those of locate, resolveEnds, touchViaCompanion and planAndSend;
 * TARGET_UNREACHABLE if there is no room to swipe.
 */
export async function swipe(session: Session, request: SwipeRequest, signal: AbortSignal): Promise<ActResult> {
  return await act(
    session,
    callOf(request),
    (ask) => whenReady(session, request, (look) => swipeOnce(session, { request, look, ask }, signal), signal),
    signal,
  );
}

function callOf(request: SwipeRequest): ActCall {
  const sending = request.onlySends ? ONLY_SENDS : {};
  const speed = { ...(request.speed !== "normal" && { speed: request.speed }), ...sending };
  if (!("direction" in request)) {
    return { tool: "swipe", args: { from: printTarget(request.from), to: printTarget(request.to), ...speed } };
  }
  const over = request.target === null ? {} : { target: printTarget(request.target) };
  return { tool: "swipe", args: { direction: request.direction, ...over, ...speed } };
}

interface Swiping {
  readonly request: SwipeRequest;
  readonly look: LookSignal;
  readonly ask: AskGate;
}

async function swipeOnce(session: Session, swiping: Swiping, signal: AbortSignal): Promise<Performed> {
  const { request } = swiping;
  const planTouch = async () => {
    const path = await pathOf(session, swiping);
    const holdMs = request.speed === "slow" ? REST_MS : 0;
    return { ...path, gesture: swipeGesture(path, { durationMs: DURATION_MS[request.speed], holdMs }) };
  };
  const touched = await touchViaCompanion(session, planTouch, signal);
  if (isNotViaCompanion(touched)) return await swipeByInput(session, { ...swiping, insteadOf: touched }, signal);
  const { did, from, to } = touched.plan;
  const { done } = touched;
  const before = session.lastObservation;
  const notes = (after: Observation | null) => [
    ...done.notes(after),
    ...rowNotes(request, touched.plan, { before, after }),
  ];
  return { did, points: [from, to], ...done, notes };
}

async function swipeByInput(
  session: Session,
  { insteadOf, ...swiping }: Swiping & { readonly insteadOf: NotViaCompanion },
  signal: AbortSignal,
): Promise<Performed> {
  const apiLevel = await apiLevelOf(session, signal);
  const makePlan = async () => {
    const path = await pathOf(session, swiping);
    return {
      ...path,
      calls: swipeCalls(path, swiping.request.speed, apiLevel),
      extraMs: DURATION_MS.slow,
      isTimed: true,
    };
  };
  const { plan, times } = await planAndSend(session, apiLevel, makePlan, signal);
  const { did, from, to, target, targets, passed } = plan;
  const gap = gapAfterInput(session, { target, times, lengthMs: Number.POSITIVE_INFINITY });
  const before = session.lastObservation;
  const notes = (after: Observation | null) => [
    ...otherWayNotes(insteadOf),
    ...rowNotes(swiping.request, plan, { before, after }),
  ];
  return { did, points: [from, to], by: "input", passed, targets, after: null, gap, notes };
}

function rowNotes(
  request: SwipeRequest,
  { from, to, on }: Pick<SwipePath, "from" | "to" | "on">,
  { before, after }: { readonly before: Observation | null; readonly after: Observation | null },
): readonly string[] {
  if (request.saysRows !== true || !("direction" in request)) return [];
  const { direction } = request;
  const note = scrolledNote(before, after, { direction, lengthPx: Math.hypot(to.x - from.x, to.y - from.y), on });
  return note === null ? [] : [note];
}

/** The path of the finger, after the guard let it pass. Errors: those of overArea, between and the guard. */
async function pathOf(session: Session, { request, look, ask }: Swiping) {
  const path = "direction" in request ? await overArea(session, request, look) : await between(session, request, look);
  const { target, from, to } = path;
  return { ...path, passed: ask({ kind: "swipe", on: path.on, from, to }, target.screen) };
}

interface SwipePath {
  readonly targets: readonly FoundTarget[];
  /** The check of the place where the swipe begins. */
  readonly target: SentTouch["target"] & { readonly screen: Screen };
  /** The element where the finger touches the screen; null for a bare point. */
  readonly on: UiElement | null;
  readonly from: Point;
  readonly to: Point;
  readonly did: string;
  readonly window: ActiveWindow | null;
  readonly displayId: number | null;
}

/**
 * Before this release `input` starts a process: each event of a finger would take half a second, and be a long press.
 */
const FIRST_WITH_QUICK_EVENTS = 31;
const STEPS = 8;
/** VelocityTracker treats a finger that rested for 40 ms as not moving: the content stays where the finger left it. */
const REST_MS = 100;

/** A slow swipe consists of single events that end in a rest, so that it moves the content exactly by its length. */
function swipeCalls({ from, to }: SwipePath, speed: Speed, apiLevel: number | null): readonly Argv[] {
  const isExact = speed === "slow" && apiLevel !== null && apiLevel >= FIRST_WITH_QUICK_EVENTS;
  if (!isExact)
    return [inputArgv(apiLevel, ["swipe", ...[from.x, from.y, to.x, to.y, DURATION_MS[speed]].map(String)])];
  const event = (kind: string, { x, y }: Point) => inputArgv(apiLevel, ["motionevent", kind, String(x), String(y)]);
  const moves = Array.from({ length: STEPS }, (_, step) => event("MOVE", along(from, to, (step + 1) / STEPS)));
  return [event("DOWN", from), ...moves, pauseArgv(REST_MS), event("UP", to)];
}

function along(from: Point, to: Point, share: number): Point {
  return { x: Math.round(from.x + (to.x - from.x) * share), y: Math.round(from.y + (to.y - from.y) * share) };
}

async function between(
  session: Session,
  request: { readonly from: Target; readonly to: Target },
  signal: AbortSignal,
): Promise<SwipePath> {
  const { from, to } = await resolveEnds(session, request, signal);
  const did = `swiped from ${from.description} to ${to.description}`;
  const window = from.element || to.element ? from.screen.activeWindow : null;
  const target = { ...from, element: from.element ?? to.element };
  return {
    targets: [from, to],
    target,
    on: from.element,
    from: from.point,
    to: to.point,
    did,
    window,
    displayId: from.screen.activeWindow?.displayId ?? null,
  };
}

async function overArea(
  session: Session,
  { direction, target }: { readonly direction: Direction; readonly target: Target | null },
  signal: AbortSignal,
): Promise<SwipePath> {
  const [place] = await locate(session, [target ?? { kind: "share", x: 50, y: 50 }], signal);
  if (!place) throw new FoveaError("INTERNAL", "a target was not located");
  const { element, screen } = place;
  if (target !== null && !element)
    throw new FoveaError("INVALID_ARGUMENT", "`target` has to be an element, not a point; or give `from` and `to`");
  const over = element ? describe(element) : "the screen";
  const area = element ? element.bounds : wholeScreen(session, screen);
  const at = target === null ? null : (patternIn(target)?.at ?? null);
  const share = at && sharesWithin(at, area);
  const path = endpoints(safePart(area, screen), direction, share);
  if (!path) {
    const message = `there is no room to swipe ${direction} over ${over}: it is off the screen, covered, or too small`;
    throw new FoveaError("TARGET_UNREACHABLE", message, { device: session.device.serial });
  }
  const [from, to] = path;
  const displayId = screen.activeWindow?.displayId ?? null;
  return {
    targets: [place],
    // The area looks different after the swipe, so a comparison with the quick check would prove nothing.
    target: { ...place, quickCheck: null },
    on: element,
    from,
    to,
    did: `swiped ${direction} over ${over}`,
    window: element && screen.activeWindow,
    displayId,
  };
}

const SHORTEST_PX = 8;

/**
 * The ends of the swipe: from four fifths to one fifth of the area, through the middle of the other axis, or from a
 * given place to the edge; undefined if there is no room.
 */
function endpoints(
  area: Rect,
  direction: Direction,
  share: { readonly x: number; readonly y: number } | null,
): readonly [Point, Point] | undefined {
  if (isEmpty(area)) return undefined;
  const x = (share: number) => Math.round(area.left + (area.right - 1 - area.left) * share);
  const y = (share: number) => Math.round(area.top + (area.bottom - 1 - area.top) * share);
  const isVertical = direction === "up" || direction === "down";
  if (share) {
    const end = direction === "up" || direction === "left" ? 0.02 : 0.98;
    const way = isVertical ? end - share.y : end - share.x;
    const length = Math.abs(way) * (isVertical ? area.bottom - area.top : area.right - area.left);
    if (length < SHORTEST_PX || way > 0 !== end > 0.5) return undefined;
    const to = isVertical ? { x: x(share.x), y: y(end) } : { x: x(end), y: y(share.y) };
    return [{ x: x(share.x), y: y(share.y) }, to];
  }
  const near = isVertical ? { x: x(0.5), y: y(0.2) } : { x: x(0.2), y: y(0.5) };
  const far = isVertical ? { x: x(0.5), y: y(0.8) } : { x: x(0.8), y: y(0.5) };
  if (far.x - near.x + far.y - near.y < SHORTEST_PX) return undefined;
  return direction === "up" || direction === "left" ? [far, near] : [near, far];
}
