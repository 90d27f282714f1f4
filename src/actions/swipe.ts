import { FoveaError } from "../base/errors.js";
import { type Point, type Rect, rectOf } from "../base/geometry.js";
import type { Observation } from "../screen/observation.js";
import type { Target } from "../screen/selector.js";
import type { Session } from "../session/session.js";
import { type ActResult, act, apiLevelOf, type Performed } from "./act.js";
import { sendInput } from "./device-input.js";
import { resolveTarget } from "./resolve-target.js";

export type Direction = "up" | "down" | "left" | "right";
export type Speed = "slow" | "normal" | "fast";

/** Where to swipe: over an element (or the whole screen) in a direction of the finger, or between two places. */
export type SwipeRequest = { readonly speed: Speed } & (
  | { readonly direction: Direction; readonly target: Target | null }
  | { readonly from: Target; readonly to: Target }
);

/** A slow swipe scrolls by just its length; a fast one flings. */
const DURATION_MS: Readonly<Record<Speed, number>> = { slow: 1_000, normal: 350, fast: 120 };

/**
 * Moves one finger in a straight line. Errors: those of resolveTarget and sendInput; TARGET_UNREACHABLE where there is
 * no room to swipe.
 */
export async function swipe(session: Session, request: SwipeRequest, signal: AbortSignal): Promise<ActResult> {
  const path = async () =>
    "direction" in request ? await overArea(session, request, signal) : await between(session, request, signal);
  return await act(
    session,
    async () => await perform(session, await path(), DURATION_MS[request.speed], signal),
    signal,
  );
}

interface SwipePath {
  readonly from: Point;
  readonly to: Point;
  readonly did: string;
  readonly before: Observation;
}

async function perform(session: Session, path: SwipePath, durationMs: number, signal: AbortSignal): Promise<Performed> {
  const { from, to } = path;
  const args = ["swipe", ...[from.x, from.y, to.x, to.y, durationMs].map(String)];
  await sendInput(session.device, await apiLevelOf(session, signal), [args], durationMs, signal);
  return { did: path.did, points: [from, to], before: path.before };
}

async function between(
  session: Session,
  request: { readonly from: Target; readonly to: Target },
  signal: AbortSignal,
): Promise<SwipePath> {
  const from = await resolveTarget(session, request.from, signal);
  const to = await resolveTarget(session, request.to, signal);
  const did = `swiped from ${from.description} to ${to.description}`;
  return { from: from.point, to: to.point, did, before: to.observation };
}

async function overArea(
  session: Session,
  { direction, target }: { readonly direction: Direction; readonly target: Target | null },
  signal: AbortSignal,
): Promise<SwipePath> {
  const place = await resolveTarget(session, target ?? { kind: "share", x: 50, y: 50 }, signal);
  const area = target === null ? screenOf(place.observation) : place.element?.bounds;
  if (!area) throw new FoveaError("INVALID_ARGUMENT", "a direction needs an element, not a point; give `to` as well");
  const safe = safePart(area, place.observation);
  const [from, to] = endpoints(safe, direction);
  if (Math.abs(from.x - to.x) + Math.abs(from.y - to.y) < 8) {
    throw new FoveaError("TARGET_UNREACHABLE", `there is no room to swipe ${direction} over ${place.description}`);
  }
  const over = target === null ? "the screen" : place.description;
  return { from, to, did: `swiped ${direction} over ${over}`, before: place.observation };
}

function screenOf({ screenSize }: Observation): Rect | undefined {
  return screenSize ? rectOf(0, 0, screenSize.width, screenSize.height) : undefined;
}

/** Without the strips along the edges where the system takes swipes for itself, and without the keyboard. */
function safePart(area: Rect, observation: Observation): Rect {
  const { systemInsets: insets, screenSize, ime } = observation;
  if (!screenSize) return area;
  const taken = [insets?.systemGestures, insets?.mandatorySystemGestures, insets?.statusBars, insets?.navigationBars];
  const edge = (side: "left" | "top" | "right" | "bottom") => Math.max(0, ...taken.map((one) => one?.[side] ?? 0));
  const keyboardTop = ime?.visible === true && ime.frame ? ime.frame.top : screenSize.height;
  return rectOf(
    Math.max(area.left, edge("left")),
    Math.max(area.top, edge("top")),
    Math.min(area.right, screenSize.width - edge("right")),
    Math.min(area.bottom, screenSize.height - edge("bottom"), keyboardTop),
  );
}

/** From four fifths of the way to one fifth, through the middle of the other axis. */
function endpoints(area: Rect, direction: Direction): readonly [Point, Point] {
  const x = (share: number) => Math.round(area.left + (area.right - 1 - area.left) * share);
  const y = (share: number) => Math.round(area.top + (area.bottom - 1 - area.top) * share);
  switch (direction) {
    case "up":
      return [
        { x: x(0.5), y: y(0.8) },
        { x: x(0.5), y: y(0.2) },
      ];
    case "down":
      return [
        { x: x(0.5), y: y(0.2) },
        { x: x(0.5), y: y(0.8) },
      ];
    case "left":
      return [
        { x: x(0.8), y: y(0.5) },
        { x: x(0.2), y: y(0.5) },
      ];
    case "right":
      return [
        { x: x(0.2), y: y(0.5) },
        { x: x(0.8), y: y(0.5) },
      ];
  }
}
