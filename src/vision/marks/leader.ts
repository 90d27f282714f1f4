import type { Point, Rect } from "../../base/geometry.js";

/** A straight line from a label to its element. */
export interface Leader {
  readonly from: Point;
  readonly to: Point;
}

/** A label nearer than this to its element needs no line. */
const LEAST_GAP = 4;

/** The shortest line from a label to its element; null if they touch. */
export function leaderOf(label: Rect, box: Rect): Leader | null {
  const [fromX, toX] = nearest([label.left, label.right], [box.left, box.right]);
  const [fromY, toY] = nearest([label.top, label.bottom], [box.top, box.bottom]);
  if (Math.hypot(fromX - toX, fromY - toY) < LEAST_GAP) return null;
  return { from: { x: fromX, y: fromY }, to: { x: toX, y: toY } };
}

type Range = readonly [number, number];

/** The two nearest points of two ranges; twice the middle of their common part if they overlap. */
function nearest([start, end]: Range, [otherStart, otherEnd]: Range): Range {
  if (end <= otherStart) return [end, otherStart];
  if (start >= otherEnd) return [start, otherEnd];
  const middle = Math.round((Math.max(start, otherStart) + Math.min(end, otherEnd)) / 2);
  return [middle, middle];
}

/** Whether any part of the line lies in the rectangle, by the Liang–Barsky algorithm. */
export function crosses({ from, to }: Leader, rect: Rect): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enters, leaves] = [0, 1];
  for (const [step, room] of [
    [-dx, from.x - rect.left],
    [dx, rect.right - from.x],
    [-dy, from.y - rect.top],
    [dy, rect.bottom - from.y],
  ] as const) {
    if (step === 0 && room <= 0) return false;
    if (step < 0) enters = Math.max(enters, room / step);
    if (step > 0) leaves = Math.min(leaves, room / step);
  }
  return enters < leaves;
}
