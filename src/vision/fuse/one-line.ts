import { center, height, width } from "../../base/geometry.js";
import type { DetectionKind } from "../detection.js";
import type { Seen } from "./prepare.js";

/**
 * Whether two detections on one line, or right below each other, are one touchable element, although no box is around
 * both.
 */
export function isPartBeside(first: Seen, second: Seen): boolean {
  return (
    isRestOfRow(first, second) ||
    isStateOfRow(first, second) ||
    isMarkOfState(first, second) ||
    isCaption(first, second)
  );
}

/** Rows are never side by side: a box beside a row on the same line is the rest of the row. */
function isRestOfRow(first: Seen, second: Seen): boolean {
  const kinds = [first.detection.kind, second.detection.kind];
  if (!kinds.includes("row") || !kinds.every((kind) => kind === "row" || kind === "clickable")) return false;
  const [a, b] = [first.box, second.box];
  const high = Math.max(height(a), height(b));
  const isOnOneLine = Math.abs(a.top - b.top) <= high * LINE && Math.abs(a.bottom - b.bottom) <= high * LINE;
  const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  return isOnOneLine && gap <= high * LINE * 2;
}

const LINE = 0.2;
const STATES: ReadonlySet<DetectionKind> = new Set(["switch", "checkbox", "radio"]);

/** A switch on the line of a row belongs to the row, even if the row's box ends before it. */
function isStateOfRow({ box: row, detection }: Seen, { box, detection: inner }: Seen): boolean {
  if (detection.kind !== "row" || !STATES.has(inner.kind)) return false;
  const off = height(row) * LINE;
  return box.top >= row.top - off && box.bottom <= row.bottom + off;
}

/** An icon or words at the start of the line of a switch name the switch. */
function isMarkOfState({ box: state, detection }: Seen, { box, detection: mark }: Seen): boolean {
  if (!STATES.has(detection.kind) || (mark.kind !== "iconButton" && mark.kind !== "button")) return false;
  const { y } = center(box);
  return y >= state.top && y < state.bottom && state.left - box.right > width(state) * FAR;
}

/** An icon close to a switch could be a button of its own; at the other end of the line it belongs to the row. */
const FAR = 3;

/** Words right below an icon, not wider than a touch target, name the icon. */
function isCaption({ box: icon, detection }: Seen, { box, detection: caption }: Seen): boolean {
  if (detection.kind !== "iconButton" || caption.kind !== "button") return false;
  const isUnder = box.top >= icon.bottom - height(box) / 2 && box.top - icon.bottom <= height(box) / 2;
  const isNarrow = width(box) <= width(icon) * 4 && height(box) < height(icon);
  return isUnder && isNarrow && Math.abs(center(box).x - center(icon).x) <= width(icon) / 2;
}
