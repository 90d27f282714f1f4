import type { Rect } from "../../../../src/base/geometry.js";

export type FocusDirection = "left" | "right" | "up" | "down";

/**
 * The candidate that gets the focus next: FocusFinder.findNextFocusInAbsoluteDirection (AOSP,
 * core/java/android/view/FocusFinder.java). It starts with a box just behind the focused one, so that no candidate
 * behind it is chosen.
 */
export function findNextFocus<Candidate extends { readonly rect: Rect }>(
  source: Rect,
  candidates: readonly Candidate[],
  direction: FocusDirection,
): Candidate | undefined {
  let best: Rect = behind(source, direction);
  let found: Candidate | undefined;
  for (const candidate of candidates) {
    if (!isBetterCandidate(direction, source, candidate.rect, best)) continue;
    best = candidate.rect;
    found = candidate;
  }
  return found;
}

function behind({ left, top, right, bottom }: Rect, direction: FocusDirection): Rect {
  const [dx, dy] = { left: [1, 0], right: [-1, 0], up: [0, 1], down: [0, -1] }[direction] as [number, number];
  const [x, y] = [dx * (right - left + 1), dy * (bottom - top + 1)];
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

function isBetterCandidate(direction: FocusDirection, source: Rect, first: Rect, second: Rect): boolean {
  if (!isCandidate(source, first, direction)) return false;
  if (!isCandidate(source, second, direction)) return true;
  if (beamBeats(direction, source, first, second)) return true;
  if (beamBeats(direction, source, second, first)) return false;
  return weightedDistance(direction, source, first) < weightedDistance(direction, source, second);
}

function isCandidate(src: Rect, dest: Rect, direction: FocusDirection): boolean {
  switch (direction) {
    case "left":
      return (src.right > dest.right || src.left >= dest.right) && src.left > dest.left;
    case "right":
      return (src.left < dest.left || src.right <= dest.left) && src.right < dest.right;
    case "up":
      return (src.bottom > dest.bottom || src.top >= dest.bottom) && src.top > dest.top;
    case "down":
      return (src.top < dest.top || src.bottom <= dest.top) && src.bottom < dest.bottom;
  }
}

function beamBeats(direction: FocusDirection, source: Rect, first: Rect, second: Rect): boolean {
  if (beamsOverlap(direction, source, second) || !beamsOverlap(direction, source, first)) return false;
  if (!isToDirectionOf(direction, source, second)) return true;
  if (direction === "left" || direction === "right") return true;
  return Math.max(0, ahead(direction, source, first)) < Math.max(1, aheadToFarEdge(direction, source, second));
}

function beamsOverlap(direction: FocusDirection, one: Rect, other: Rect): boolean {
  return direction === "left" || direction === "right"
    ? other.bottom > one.top && other.top < one.bottom
    : other.right > one.left && other.left < one.right;
}

function isToDirectionOf(direction: FocusDirection, src: Rect, dest: Rect): boolean {
  return ahead(direction, src, dest) >= 0;
}

/** majorAxisDistanceRaw */
function ahead(direction: FocusDirection, source: Rect, dest: Rect): number {
  switch (direction) {
    case "left":
      return source.left - dest.right;
    case "right":
      return dest.left - source.right;
    case "up":
      return source.top - dest.bottom;
    case "down":
      return dest.top - source.bottom;
  }
}

/** majorAxisDistanceToFarEdgeRaw */
function aheadToFarEdge(direction: FocusDirection, source: Rect, dest: Rect): number {
  switch (direction) {
    case "left":
      return source.left - dest.left;
    case "right":
      return dest.right - source.right;
    case "up":
      return source.top - dest.top;
    case "down":
      return dest.bottom - source.bottom;
  }
}

/** getWeightedDistanceFor: 13 * major² + minor² */
function weightedDistance(direction: FocusDirection, source: Rect, dest: Rect): number {
  const major = Math.max(0, ahead(direction, source, dest));
  const minor =
    direction === "left" || direction === "right"
      ? (source.top + source.bottom) / 2 - (dest.top + dest.bottom) / 2
      : (source.left + source.right) / 2 - (dest.left + dest.right) / 2;
  return 13 * major * major + minor * minor;
}
