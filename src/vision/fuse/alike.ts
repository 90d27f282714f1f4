import { area, height, type Rect, width } from "../../base/geometry.js";
import type { UiNode, ViewHierarchy } from "../../screen/hierarchy.js";
import type { LayoutContext } from "./layout-context.js";
import { INSIDE, SAME } from "./settings.js";
import { iou, overlap, shareInside } from "./similarity.js";

/** The sides of similar things differ by no more. */
const LIKE_SEEN = 0.7;
/** The same of what a tree says, which is exact. */
const LIKE_REPORTED = 0.8;
/** A thing takes so much of its place to touch at least. */
const LARGEST_PLACE = 6;

/** Whether two boxes are of about one size. */
export function areAlike(a: Rect, b: Rect, least = LIKE_SEEN): boolean {
  const isNear = (one: number, other: number) => Math.min(one, other) >= least * Math.max(one, other);
  return isNear(width(a), width(b)) && isNear(height(a), height(b));
}

/**
 * Whether the tree has a node where a thing was seen that it does not call touchable, while it calls others touchable
 * that are of the same class and size: of rows that lost their touch, one after another one that has it.
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
