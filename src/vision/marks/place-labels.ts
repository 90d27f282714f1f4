import { area, contains, intersect, type Rect, rectOf, type Size } from "../../base/geometry.js";
import type { EdgeDensityMap } from "./edge-density.js";
import { type LabelPlace, placesAt, placesAway } from "./label-places.js";
import { crosses, type Leader, leaderOf } from "./leader.js";

/** A box that needs a label, and the label's size, in whole pixels of the image. */
export interface LabelPreference {
  readonly box: Rect;
  readonly label: Size;
}

/** The place of a label, and the line to its element if it is away from it. */
export interface PlacedLabel {
  readonly rect: Rect;
  readonly leader: Leader | null;
}

/**
 * A place for each label, in the order of the preferences; null for labels without a possible place. No label overlaps
 * another or leaves the image, and together they cover at most 3 % of the text. The smallest boxes choose first.
 */
export function placeLabels(
  preferences: readonly LabelPreference[],
  picture: Size,
  edges: EdgeDensityMap,
): readonly (PlacedLabel | null)[] {
  const allowed = MOST_TEXT * edges.text(rectOf(0, 0, picture.width, picture.height));
  const boxes = preferences.map(({ box }) => box);
  const placed = new Map<LabelPreference, PlacedLabel>();
  let covered = 0;
  for (const preference of preferences.toSorted((a, b) => area(a.box) - area(b.box))) {
    const mayCover = Math.min(allowed - covered, MOST_OF_ONE * allowed);
    const found = placeOne(preference, { picture, edges, boxes, placed: [...placed.values()], mayCover });
    if (!found) continue;
    covered += edges.text(found.rect);
    placed.set(preference, found);
  }
  return preferences.map((preference) => placed.get(preference) ?? null);
}

/** The share of an image's text that all labels may cover, and the share of that for one label. */
const MOST_TEXT = 0.03;
const MOST_OF_ONE = 0.34;

interface LayoutContext {
  readonly picture: Size;
  readonly edges: EdgeDensityMap;
  readonly boxes: readonly Rect[];
  readonly placed: readonly PlacedLabel[];
  readonly mayCover: number;
}

/** If the best place at the box costs more than this, places away from it are tried as well. */
const GOOD_ENOUGH = 450;
/** A label with a higher cost hides more than it shows, and is left out. */
const MAX_COST = 2_600;

function placeOne({ box, label }: LabelPreference, context: LayoutContext): PlacedLabel | null {
  const near = cheapest(placesAt(box, label, context.picture), box, context);
  if (near && near.cost <= GOOD_ENOUGH) return near;
  const away = cheapest(placesAway(box, label, context.picture), box, context);
  const best = away && (!near || away.cost < near.cost) ? away : near;
  return best && best.cost <= MAX_COST ? best : null;
}

type Priced = PlacedLabel & { readonly cost: number };

function cheapest(places: readonly LabelPlace[], box: Rect, context: LayoutContext): Priced | null {
  let best: Priced | null = null;
  for (const place of places) {
    const priced = priceOf(place, box, context);
    if (priced && (!best || priced.cost < best.cost)) best = priced;
  }
  return best;
}

/** The cost of each pixel of text under a label. */
const TEXT = 25;
/** The cost of each pixel of other edges under a label. */
const OTHER_EDGES = 2;
/** The most that other edges cost: a photo is full of edges, none of which matters much. */
const MOST_OTHER_EDGES = 250;
/** A label outside its element, if that is this many times as large, would seem to belong to another element. */
const LARGE = 9;
const OUTSIDE = 260;
/** The cost of each pixel of another element's area under a label. */
const FOREIGN_ROOM = 0.15;
/** The cost of hiding an element. */
const HIDDEN = 1_500;
/** The cost of a line across a label. */
const CROSSED = 600;
/** The cost of a line across another element. */
const CROSSED_BOX = 300;
/** The margin around a label for its halo: between two labels, and before text. */
const MARGIN = 3;

/** Null if the label may not be placed there. */
function priceOf({ rect, cost }: LabelPlace, box: Rect, context: LayoutContext): Priced | null {
  const { edges, boxes, placed, mayCover } = context;
  const wide = rectOf(rect.left - MARGIN, rect.top - MARGIN, rect.right + MARGIN, rect.bottom + MARGIN);
  if (placed.some((other) => area(intersect(wide, other.rect)) > 0)) return null;
  const text = edges.text(wide);
  if (text > mayCover) return null;
  const leader = leaderOf(rect, box);
  const crossed = placed.filter(
    (other) => (leader && crosses(leader, other.rect)) || (other.leader && crosses(other.leader, wide)),
  );
  const priced =
    cost +
    TEXT * text +
    Math.min(MOST_OTHER_EDGES, OTHER_EDGES * otherEdges(rect, edges)) +
    (area(box) > LARGE * area(rect) && !contains(box, rect) ? OUTSIDE : 0) +
    HIDDEN * (area(intersect(rect, box)) / area(box)) ** 2 +
    foreign(rect, box, boxes) +
    CROSSED * crossed.length +
    CROSSED_BOX * boxes.filter((other) => leader && !contains(other, box) && crosses(leader, other)).length;
  return { rect, leader, cost: priced };
}

/** The borders of elements, on which labels lie, do not count: the boxes are drawn over them anyway. */
const EDGE = 4;

function otherEdges({ left, top, right, bottom }: Rect, edges: EdgeDensityMap): number {
  const core = rectOf(left + EDGE, top + EDGE, right - EDGE, bottom - EDGE);
  return edges.any(core) - edges.text(core);
}

/**
 * The cost of overlapping other elements: a label seems to belong to them, or hides them. Containers of the label's own
 * element do not count.
 */
function foreign(rect: Rect, box: Rect, boxes: readonly Rect[]): number {
  return boxes.reduce((sum, other) => {
    if (contains(other, box)) return sum;
    const common = area(intersect(rect, other));
    return common === 0 ? sum : sum + FOREIGN_ROOM * common + HIDDEN * (common / area(other));
  }, 0);
}
