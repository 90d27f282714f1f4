import type { Point } from "../../../../src/base/geometry.js";
import { invalid, type ParamsOf } from "./wire/requests.js";

/** The position of a finger at a time, in ms from the start of the gesture. */
export interface Corner extends Point {
  readonly atMs: number;
}

/** The path of one finger: it goes down at its first corner, and is lifted at its last. */
export type Stroke = readonly Corner[];

/** The duration of a tap, within ViewConfiguration.getTapTimeout. */
const TAP_MS = 50;
const LONGEST_MS = 60_000;

/** The paths of the fingers of a gesture. Errors: INVALID_REQUEST. */
export function planGesture(params: ParamsOf<"gesture">): readonly Stroke[] {
  const strokes = strokesOf(params);
  for (const stroke of strokes) {
    for (const [i, corner] of stroke.entries()) {
      if (corner.atMs <= (stroke[i - 1]?.atMs ?? -1)) throw invalid("params.strokes: times have to grow");
    }
  }
  if (durationOf(strokes) > LONGEST_MS) throw invalid(`params: a gesture takes at most ${LONGEST_MS} ms`);
  return strokes;
}

/** The time until the last finger is lifted. */
export function durationOf(strokes: readonly Stroke[]): number {
  return Math.max(...strokes.map((stroke) => stroke.at(-1)?.atMs ?? 0));
}

/** Whether the finger's speed changes on its path. GestureDescription supports only a constant speed along a path. */
export function changesSpeed(stroke: Stroke): boolean {
  const speeds = stroke.slice(1).map((corner, i) => {
    const before = stroke[i] ?? corner;
    return Math.hypot(corner.x - before.x, corner.y - before.y) / (corner.atMs - before.atMs);
  });
  return speeds.some((speed) => Math.abs(speed - (speeds[0] ?? 0)) > 0.05 * Math.max(speed, speeds[0] ?? 0));
}

/** The position of a finger at a time between two corners. */
export function positionAt(stroke: Stroke, atMs: number): Point {
  const next = stroke.findIndex((corner) => corner.atMs >= atMs);
  const to = stroke[next < 0 ? stroke.length - 1 : next];
  const from = stroke[Math.max(0, next - 1)] ?? to;
  if (!to || !from) throw new Error("a path without corners");
  const share = to.atMs === from.atMs ? 1 : Math.min(1, (atMs - from.atMs) / (to.atMs - from.atMs));
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function strokesOf(params: ParamsOf<"gesture">): readonly Stroke[] {
  switch (params.kind) {
    case "tap":
      return [rest(params, 0, TAP_MS)];
    case "doubleTap":
      return [rest(params, 0, TAP_MS), rest(params, TAP_MS + params.gapMs, TAP_MS)];
    case "longPress":
      return [rest(params, 0, params.durationMs)];
    case "swipe":
      return [swipe(params)];
    case "pinch":
      return pinch(params);
    case "strokes":
      return params.strokes.map((stroke) => stroke.map(([x, y, atMs]) => ({ x, y, atMs })));
  }
}

function rest({ x, y }: Point, fromMs: number, ms: number): Stroke {
  return [
    { x, y, atMs: fromMs },
    { x, y, atMs: fromMs + ms },
  ];
}

function swipe(params: Extract<ParamsOf<"gesture">, { kind: "swipe" }>): Stroke {
  const { x, y, toX, toY, velocity, holdMs } = params;
  if (velocity !== undefined && params.durationMs !== undefined) {
    throw invalid("params: either durationMs or velocity, not both");
  }
  const timed = velocity === undefined ? (params.durationMs ?? 300) : (Math.hypot(toX - x, toY - y) / velocity) * 1000;
  const ms = Math.max(1, Math.round(timed));
  const path = [
    { x, y, atMs: 0 },
    { x: toX, y: toY, atMs: ms },
  ];
  return holdMs > 0 ? [...path, { x: toX, y: toY, atMs: ms + holdMs }] : path;
}

function pinch(params: Extract<ParamsOf<"gesture">, { kind: "pinch" }>): readonly Stroke[] {
  const { x, y, fromSpan, toSpan, angle, durationMs } = params;
  const radians = (angle * Math.PI) / 180;
  const at = (half: number, atMs: number): Corner => {
    return { x: x + Math.cos(radians) * half, y: y + Math.sin(radians) * half, atMs };
  };
  return [1, -1].map((side) => [at((side * fromSpan) / 2, 0), at((side * toSpan) / 2, durationMs)]);
}
