import { center, height, isEmpty, type Point, type Rect, width } from "../../base/geometry.js";
import type { GestureRequest, StrokeCorners } from "../../devices/companion/requests.js";
import type { FingerPath } from "../../guard/guarded-action.js";

/** A short touch, and the pause before the next of several: ViewConfiguration wants 40 to 300 ms between them. */
const TAP_MS = 50;
const GAP_MS = 100;

/**
 * The duration of a touch after which nothing is observed. It is longer than a frame at 60 Hz, so that a game that
 * reads its touches once per frame sees it, and half as long as a plain touch, because the call waits for it. `input
 * tap` lifts at once.
 */
const BRIEF_TAP_MS = 25;

interface Taps {
  readonly count: number;
  readonly holdMs: number;
  /** Whether a single tap is as short as apps accept it; false if absent. */
  readonly isBrief?: boolean;
}

/** Several taps on one place, or one long press. */
export function tapGesture({ x, y }: Point, { count, holdMs, isBrief = false }: Taps): GestureRequest {
  if (isBrief && count === 1 && holdMs === 0) {
    const stroke: StrokeCorners = [
      [x, y, 0],
      [x, y, BRIEF_TAP_MS],
    ];
    return { kind: "strokes", strokes: [stroke] };
  }
  if (holdMs > 0) return { kind: "longPress", x, y, durationMs: holdMs };
  if (count === 1) return { kind: "tap", x, y };
  if (count === 2) return { kind: "doubleTap", x, y, gapMs: GAP_MS };
  const begins = Array.from({ length: count }, (_, nth) => nth * (TAP_MS + GAP_MS));
  const strokes = begins.map(
    (at): StrokeCorners => [
      [x, y, at],
      [x, y, at + TAP_MS],
    ],
  );
  return { kind: "strokes", strokes };
}

/** A finger that moves at an even speed, and rests before it lifts if the content must not go on scrolling. */
export function swipeGesture(
  { from, to }: { readonly from: Point; readonly to: Point },
  { durationMs, holdMs }: { readonly durationMs: number; readonly holdMs: number },
): GestureRequest {
  const rest = holdMs > 0 ? { holdMs } : {};
  return { kind: "swipe", x: from.x, y: from.y, toX: to.x, toY: to.y, durationMs, ...rest };
}

/** How long the finger rests before it moves: at least as long as `input draganddrop` holds. */
const PICK_UP_MS = 1_000;
/** How long the finger rests over the place of the drop, for apps that check for it there. */
const OVER_MS = 100;

export function dragGesture(
  { from, to }: { readonly from: Point; readonly to: Point },
  durationMs: number,
): GestureRequest {
  const there = PICK_UP_MS + durationMs;
  const path: StrokeCorners = [
    [from.x, from.y, 0],
    [from.x, from.y, PICK_UP_MS],
    [to.x, to.y, there],
    [to.x, to.y, there + OVER_MS],
  ];
  return { kind: "strokes", strokes: [path] };
}

type PinchGesture = Extract<GestureRequest, { readonly kind: "pinch" }>;

/** How far apart the fingers are at most, as a share of the longer side of the area. */
const WIDEST = 0.8;
/** Most screens report two fingers closer than this as one. */
const CLOSEST_PX = 40;
const PINCH_MS = 500;

/**
 * A pinch of two fingers along the longer side of an area; their distance changes by this factor (below 1: it shrinks).
 * Undefined if the area has no room for it.
 */
export function pinchGesture(area: Rect, zoom: number): PinchGesture | undefined {
  if (isEmpty(area)) return undefined;
  const isTall = height(area) > width(area);
  const wide = Math.floor(Math.max(width(area), height(area)) * WIDEST);
  const close = Math.round(wide / (zoom > 1 ? zoom : 1 / zoom));
  if (close < CLOSEST_PX) return undefined;
  const middle = center(area);
  const [fromSpan, toSpan] = zoom > 1 ? [close, wide] : [wide, close];
  return { kind: "pinch", ...middle, fromSpan, toSpan, angle: isTall ? 90 : 0, durationMs: PINCH_MS };
}

/** Where the two fingers touch the screen and where they are lifted. */
export function fingersOf({ x, y, fromSpan, toSpan, angle = 0 }: PinchGesture): readonly FingerPath[] {
  const [right, down] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const at = (reach: number) => ({ x: Math.round(x + reach * right), y: Math.round(y + reach * down) });
  return [-1, 1].map((side) => ({ from: at((side * fromSpan) / 2), to: at((side * toSpan) / 2) }));
}

/** How long the fingers are on the screen, in ms. */
export function durationOf(gesture: GestureRequest): number {
  switch (gesture.kind) {
    case "tap":
      return TAP_MS;
    case "doubleTap":
      return 2 * TAP_MS + (gesture.gapMs ?? GAP_MS);
    case "swipe":
      return (gesture.durationMs ?? 0) + (gesture.holdMs ?? 0);
    case "strokes":
      return Math.max(...gesture.strokes.map((stroke) => stroke.at(-1)?.[2] ?? 0));
    default:
      return gesture.durationMs ?? 0;
  }
}
