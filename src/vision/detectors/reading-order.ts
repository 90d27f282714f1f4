import type { Detection } from "../detection.js";

/** Sorted by their upper edges, then by their left edges; at the same place, the higher confidence comes first. */
export function inReadingOrder(detections: readonly Detection[]): readonly Detection[] {
  return [...detections].sort(
    (a, b) =>
      a.bounds.top - b.bounds.top ||
      a.bounds.left - b.bounds.left ||
      (b.confidence ?? 0) - (a.confidence ?? 0) ||
      a.bounds.bottom - b.bounds.bottom ||
      a.bounds.right - b.bounds.right,
  );
}
