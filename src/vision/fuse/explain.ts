import { area, height, type Rect, width } from "../../base/geometry.js";
import type { DetectionKind } from "../detection.js";
import { isApart, isInHost, type Known, type LayoutContext, near, shareTaken } from "./layout-context.js";
import type { Match } from "./match.js";
import type { Seen } from "./prepare.js";
import { INSIDE } from "./settings.js";
import { iou, overlap, shareInside } from "./similarity.js";

/** A touchable thing that the hierarchy does not list. */
export interface Prospect {
  readonly seen: Seen;
  /** The element that is the thing, which the hierarchy calls not touchable; null if only pixels show it. */
  readonly carrier: Known | null;
  readonly similarity: number | null;
  readonly inHost: boolean;
}

/** A prospect, or why a detection is none. */
export type Explanation = Prospect | string;

/** More texts than these in a box are a card or a section. */
const MOST_TEXTS = 3;
/** Takes so much of the box that it is the thing, or that the box is a poor one of it. */
const TAKEN = 0.4;
const TOUCHES = 0.2;
/** A control within a control takes less than this share of it. */
const LARGEST_INNER = 0.35;

/** Where things are explained. */
export interface Field {
  readonly context: LayoutContext;
  /** Places of targets that are bars of several things. */
  readonly bars: ReadonlySet<number>;
}

/** So many things to touch within a target that was not itself seen, and it is a bar of them. */
const BAR = 3;

/** Targets that hold several things to touch of which the tree says nothing, and that were not seen as one thing. */
export function barPlaces(
  context: LayoutContext,
  things: readonly Seen[],
  matches: ReadonlyMap<number, Match>,
): ReadonlySet<number> {
  const counts = new Map<number, number>();
  const matched = new Set([...matches.values()].map(({ seen }) => seen));
  for (const seen of things) {
    if (!seen.isTouchable || matched.has(seen) || STATES.has(seen.detection.kind)) continue;
    const targets = near(context, seen.box).filter(({ isTarget, place }) => isTarget && !matches.has(place));
    const outer = smallestAround(seen.box, targets);
    const isSmall = outer && area(seen.box) <= area(outer.box) * LARGEST_INNER;
    if (outer && isSmall) counts.set(outer.place, (counts.get(outer.place) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= BAR).map(([place]) => place));
}

/** What a detection that is of no known target means there. */
export function explainDetection(
  { context, bars }: Field,
  seen: Seen,
  matches: ReadonlyMap<number, Match>,
): Explanation {
  if (isApart(context, seen.box)) return "systemBar";
  const around = near(context, seen.box);
  const targets = around.filter(
    ({ isTarget, place, box }) => isTarget && !bars.has(place) && overlap(box, seen.box) > 0,
  );
  const held = targets.filter(({ box }) => shareInside(box, seen.box) >= INSIDE);
  if (held.length > 1) return "around";
  const [inner] = held;
  if (inner && !isControlOf(inner.box, seen)) return "around";
  const outer = smallestAround(seen.box, targets);
  if (outer && !isSeparate(seen, outer.box)) return "part";
  const others = targets.filter((target) => target !== inner && target !== outer && !isAround(target, seen.box));
  if (isTakenBy(seen.box, others)) return "overlapping";
  const inHost = isInHost(context, seen.box);
  const leaves = around.filter((one) => one.isLeaf && !one.isTarget && !one.isPage && one.element.actions.length === 0);
  const text = smallestAround(seen.box, leaves);
  if (text && !inHost && text.element.labels.length > 0 && text.element.role === "text") return "text";
  const carriers = leaves.filter(
    ({ box, element }) => shareInside(box, seen.box) >= INSIDE && element.labels.length > 0,
  );
  const free = carriers.filter(({ place }) => matches.get(place)?.seen.isTouchable !== true);
  if (carriers.length > 0 && free.length === 0) return "around";
  const carrier = carriers.length <= MOST_TEXTS && !outer ? (free[0] ?? null) : null;
  return { seen, carrier, similarity: carrier ? iou(carrier.box, seen.box) : null, inHost };
}

/**
 * If the element is much larger, half of the box is enough: a control at the edge of its row, detected slightly off.
 */
function isAround({ box }: Known, inner: Rect): boolean {
  return shareInside(inner, box) >= (area(box) >= area(inner) * MUCH_LARGER ? 0.5 : INSIDE);
}

const MUCH_LARGER = 4;

function smallestAround(box: Rect, of: readonly Known[]): Known | undefined {
  return of.filter((one) => isAround(one, box)).sort((a, b) => area(a.box) - area(b.box) || b.place - a.place)[0];
}

function isTakenBy(box: Rect, targets: readonly Known[]): boolean {
  return shareTaken(box, targets) >= TAKEN || targets.some((target) => iou(box, target.box) >= TOUCHES);
}

/** Whether a small control and a large box around it are a control and its row, rather than two boxes of one thing. */
function isControlOf(control: Rect, { box, detection }: Seen): boolean {
  return CONTAINERS.has(detection.kind) && area(control) < area(box) * LARGEST_INNER;
}

const CONTAINERS: ReadonlySet<DetectionKind> = new Set(["row", "clickable"]);
/**
 * Within a row these have their own function. A mark at its start belongs to the row; a switch shows its state.
 */
const OWN_MEANING: ReadonlySet<DetectionKind> = new Set(["button", "iconButton", "field", "slider"]);
const STATES: ReadonlySet<DetectionKind> = new Set(["checkbox", "radio", "switch"]);
/**
 * What takes more of a control than this is its caption; what is less high than this share is an arrow that says that
 * it opens.
 */
const LARGEST_OWN = 0.16;
const LEAST_MARK = 0.3;
const SURE_INNER = 0.6;
const TRAILING = 0.75;
/** In what is so much wider than high the words of the row itself are at its start. */
const ROW_SHAPE = 3;
const BESIDE_WORDS = 0.6;
const START = 0.25;

/** Whether what lies in something to touch is something to touch of its own. */
export function isSeparate({ box, detection, confidence }: Seen, outer: Rect): boolean {
  if (!OWN_MEANING.has(detection.kind) || confidence < SURE_INNER) return false;
  if (area(box) > area(outer) * LARGEST_OWN || shareInside(box, outer) < INSIDE) return false;
  const at = ((box.left + box.right) / 2 - outer.left) / Math.max(1, width(outer));
  const isRow = width(outer) >= height(outer) * ROW_SHAPE;
  if (detection.kind === "iconButton") return at >= TRAILING && (!isRow || height(box) >= height(outer) * LEAST_MARK);
  return at >= (isRow ? BESIDE_WORDS : START);
}
