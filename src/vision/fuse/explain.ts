import { area, height, type Rect, width } from "../../base/geometry.js";
import type { DetectionKind } from "../detection.js";
import { isApart, isInHost, type Known, type LayoutContext, near, shareTaken } from "./layout-context.js";
import type { Match } from "./match.js";
import type { Seen } from "./prepare.js";
import { INSIDE } from "./settings.js";
import { iou, overlap, shareInside } from "./similarity.js";

/** A detected touchable element that the hierarchy does not list as touchable. */
export interface Prospect {
  readonly seen: Seen;
  /** The same element in the hierarchy, which lists it as not touchable; null if only pixels show it. */
  readonly carrier: Known | null;
  readonly similarity: number | null;
  readonly inHost: boolean;
}

/** A prospect, or the reason why a detection is not one. */
export type Explanation = Prospect | string;

/** A box with more texts than this is a card or a section. */
const MOST_TEXTS = 3;
/** If other elements take this share of a box, the box shows them, perhaps inaccurately. */
const TAKEN = 0.4;
const TOUCHES = 0.2;
/** A control inside a control takes less than this share of it. */
const LARGEST_INNER = 0.35;

/** The surroundings by which detections are explained. */
export interface Field {
  readonly context: LayoutContext;
  /** Places of targets that are bars of several elements. */
  readonly bars: ReadonlySet<number>;
}

/** A target that was not itself detected is a bar if it contains at least this many detected touchable elements. */
const BAR = 3;

/**
 * Targets that contain several detected touchable elements which the hierarchy does not list, and that were not
 * detected as one element.
 */
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

/** Explains a detection that matches no target of the hierarchy. */
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
 * Whether the element contains the box. If the element is much larger, half of the box is enough: it may be a control
 * at the edge of its row, detected slightly off.
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

/** Whether a small control and a large box around it are a control and its row, and not two boxes of one element. */
function isControlOf(control: Rect, { box, detection }: Seen): boolean {
  return CONTAINERS.has(detection.kind) && area(control) < area(box) * LARGEST_INNER;
}

const CONTAINERS: ReadonlySet<DetectionKind> = new Set(["row", "clickable"]);
/**
 * Inside a row, these kinds have their own function. An icon at the start of a row belongs to the row, and a switch
 * shows the state of the row.
 */
const OWN_MEANING: ReadonlySet<DetectionKind> = new Set(["button", "iconButton", "field", "slider"]);
const STATES: ReadonlySet<DetectionKind> = new Set(["checkbox", "radio", "switch"]);
/**
 * A larger share of the control is its caption. An icon that is lower than this share of the row's height is an arrow,
 * which only shows that the row opens something.
 */
const LARGEST_OWN = 0.16;
const LEAST_MARK = 0.3;
const SURE_INNER = 0.6;
const TRAILING = 0.75;
/** In a box that is at least this many times as wide as high, the words of the row itself are at its start. */
const ROW_SHAPE = 3;
const BESIDE_WORDS = 0.6;
const START = 0.25;

/** Whether a detection inside a touchable element is a separate touchable element. */
export function isSeparate({ box, detection, confidence }: Seen, outer: Rect): boolean {
  if (!OWN_MEANING.has(detection.kind) || confidence < SURE_INNER) return false;
  if (area(box) > area(outer) * LARGEST_OWN || shareInside(box, outer) < INSIDE) return false;
  const at = ((box.left + box.right) / 2 - outer.left) / Math.max(1, width(outer));
  const isRow = width(outer) >= height(outer) * ROW_SHAPE;
  if (detection.kind === "iconButton") return at >= TRAILING && (!isRow || height(box) >= height(outer) * LEAST_MARK);
  return at >= (isRow ? BESIDE_WORDS : START);
}
