import {
  area,
  center,
  contains,
  containsPoint,
  intersect,
  isEmpty,
  type Point,
  type Rect,
} from "../../base/geometry.js";
import { isActionable, isTouchTarget } from "../../screen/element.js";
import type { Frame } from "../../screen/frame.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import type { VisionNote } from "../../screen/vision-note.js";
import { isBlank } from "./blank.js";
import type { Known, LayoutContext } from "./layout-context.js";
import type { Match } from "./match.js";
import { overlap } from "./similarity.js";

type Picture = Pick<Frame, "width" | "height" | "rgba">;

/** Makes notes from the elements above an element and from the pixels within it. */
export interface NoteMaker {
  noteOf(known: Known, match: Match | undefined): VisionNote;
}

export function noteMaker(context: LayoutContext, hierarchy: ViewHierarchy | null, frame: Picture | null): NoteMaker {
  const takers = context.known.filter(({ element, box }) => isTouchTarget(element) && !isEmpty(box));
  const covers = (known: Known) => coversOf(known, takers, hierarchy);
  return {
    noteOf(known, match) {
      if (match) {
        const { detection } = match.seen;
        return {
          why: "matched",
          confidence: detection.confidence,
          similarity: Math.round(match.similarity * 1000) / 1000,
          guess: detection.guess,
          tapPoint: tapPoint(known, match, covers(known)),
        };
      }
      return {
        why: whyUnmatched(known, covers(known), frame),
        confidence: null,
        similarity: null,
        guess: null,
        tapPoint: null,
      };
    },
  };
}

function whyUnmatched(known: Known, covers: readonly Rect[], frame: Picture | null): VisionNote["why"] {
  if (isEmpty(known.box)) return "unmatched";
  if (covers.some((cover) => contains(cover, known.box))) return "covered";
  const mayBeBlank = known.isLeaf && !known.isPage && (isTouchTarget(known.element) || !isActionable(known.element));
  return frame !== null && mayBeBlank && isBlank(known.box, frame) ? "blank" : "unmatched";
}

/**
 * The areas above an element that take its touches: windows on top of it, and later elements that are not inside it.
 */
function coversOf(known: Known, takers: readonly Known[], hierarchy: ViewHierarchy | null): readonly Rect[] {
  const { element, last, box } = known;
  if (isEmpty(box)) return [];
  const own = hierarchy?.windows[element.window]?.layer ?? null;
  const above = own === null ? [] : (hierarchy?.windows ?? []).filter(({ layer }) => layer !== null && layer > own);
  const covers = above
    .flatMap(({ touchable, bounds }) => touchable ?? (bounds ? [bounds] : []))
    .filter((cover) => overlap(cover, box) > 0);
  for (let at = firstBehind(takers, last); at < takers.length; at += 1) {
    const other = takers[at];
    if (other && other.element.window === element.window && overlap(other.box, box) > 0) covers.push(other.box);
  }
  return covers;
}

/** The index of the first element after a place, in a list in document order. */
function firstBehind(list: readonly Known[], place: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle]?.place ?? 0) > place) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * A point in the middle of the element and its detection, if the element's centre is covered or partly off the screen;
 * else null.
 */
function tapPoint({ element, box }: Known, { seen }: Match, covers: readonly Rect[]): Point | null {
  const middle = center(element.bounds);
  const isHidden = covers.some((cover) => containsPoint(cover, middle));
  const sticksOut = area(box) < area(element.bounds);
  if (!isHidden && !sticksOut) return null;
  const common = intersect(box, seen.box);
  const free = covers.reduce(withoutCover, isEmpty(common) ? box : common);
  return isEmpty(free) ? null : center(free);
}

/** The largest part of a rectangle beside, above or below a cover. */
function withoutCover(rect: Rect, cover: Rect): Rect {
  if (isEmpty(intersect(rect, cover))) return rect;
  const parts = [
    { ...rect, bottom: Math.min(rect.bottom, cover.top) },
    { ...rect, top: Math.max(rect.top, cover.bottom) },
    { ...rect, right: Math.min(rect.right, cover.left) },
    { ...rect, left: Math.max(rect.left, cover.right) },
  ];
  return parts.reduce((best, part) => (area(part) > area(best) ? part : best));
}
