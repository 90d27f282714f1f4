import { area, height, type Rect, width } from "../../base/geometry.js";
import type { UiNode, ViewHierarchy } from "../../screen/hierarchy.js";
import type { LayoutContext } from "./layout-context.js";
import { INSIDE, SAME } from "./settings.js";
import { iou, overlap, shareInside } from "./similarity.js";

/** The sides of similar elements are at least this similar. */
const LIKE_SEEN = 0.7;
/** The same for elements of the hierarchy, whose bounds are exact. */
const LIKE_REPORTED = 0.8;
/** A node counts as the place of an element if its area is less than this many times the element's. */
const LARGEST_PLACE = 6;

/** Whether two boxes have about the same size. */
export function areAlike(a: Rect, b: Rect, least = LIKE_SEEN): boolean {
  const isNear = (one: number, other: number) => Math.min(one, other) >= least * Math.max(one, other);
  return isNear(width(a), width(b)) && isNear(height(a), height(b));
}

/**
 * Whether the hierarchy has a node in this box that is not touchable, although other nodes of the same class and size
 * are touchable: for example one row of several that has lost its click action.
 */
export function reportedAlike({ known }: LayoutContext, hierarchy: ViewHierarchy | null): (box: Rect) => boolean {
  const nodes = hierarchy?.nodes ?? [];
  const reported = new Set<UiNode>();
  for (const { isTarget, element } of known) {
    const node = element.node === null ? undefined : nodes[element.node];
    if (node && isTarget && !element.systemBar) reported.add(node);
  }
  const boxes = new Map<string | null, Rect[]>();
  for (const { className, bounds } of reported) {
    if (bounds) boxes.set(className, [...(boxes.get(className) ?? []), bounds]);
  }
  const candidates = nodes.flatMap((node) => {
    const { bounds } = node;
    if (bounds === null || reported.has(node)) return [];
    const isLike = boxes.get(node.className)?.some((other) => areAlike(other, bounds, LIKE_REPORTED)) ?? false;
    return isLike ? [bounds] : [];
  });
  return (box) => candidates.some((place) => overlap(place, box) > 0 && isPlaceOf(place, box));
}

function isPlaceOf(place: Rect, box: Rect): boolean {
  if (iou(place, box) >= SAME) return true;
  return shareInside(box, place) >= INSIDE && area(place) < area(box) * LARGEST_PLACE;
}
