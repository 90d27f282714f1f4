import { area, contains, intersect, type Rect, rectOf, type Size } from "../../base/geometry.js";
import type { EdgeDensityMap } from "./edge-density.js";
import { type LabelPlace, placesAt, placesAway } from "./label-places.js";
import { crosses, type Leader, leaderOf } from "./leader.js";

/** What wants a label: its box and the label's size, in whole pixels of the picture. */
export interface LabelPreference {
  readonly box: Rect;
  readonly label: Size;
}

/** Where a label goes, and the line that leads to it where it stands away. */
export interface PlacedLabel {
  readonly rect: Rect;
  readonly leader: Leader | null;
}

/**
 * A place for each label, in the order of the preferences; null for those that have none. No label lies over another or
 * out of the picture, and together they cover at most 3 % of the text. The smallest boxes choose first.
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

/** Shares of the text of a picture that labels may cover: all together, and the part of that for one label. */
const MOST_TEXT = 0.03;
const MOST_OF_ONE = 0.34;

interface LayoutContext {
  readonly picture: Size;
  readonly edges: EdgeDensityMap;
  readonly boxes: readonly Rect[];
  readonly placed: readonly PlacedLabel[];
  readonly mayCover: number;
}

/** Where a place at the frame costs more than this, places away are tried as well. */
const GOOD_ENOUGH = 450;
/** A label that costs more hides more than it shows. */
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

/** What each pixel of text or of anything else under a label costs, and of the room of another element. */
const TEXT = 25;
const OTHER_EDGES = 2;
/** A photograph is full of edges, and none of them says much. */
const MOST_OTHER_EDGES = 250;
/** A label outside an element that is nine times as large is taken for another one's. */
const LARGE = 9;
const OUTSIDE = 260;
const FOREIGN_ROOM = 0.15;
/** Hiding an element costs this, and so do lines across labels and, less, across other elements. */
const HIDDEN = 1_500;
const CROSSED = 600;
const CROSSED_BOX = 300;
/** Around a label, for its halo: between two of them, and before words. */
const MARGIN = 3;

/** Null if the label may not be. */
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

/** The edges of elements, which labels lie on, do not count: the frame is drawn over them. */
const EDGE = 4;

function otherEdges({ left, top, right, bottom }: Rect, edges: EdgeDensityMap): number {
  const core = rectOf(left + EDGE, top + EDGE, right - EDGE, bottom - EDGE);
  return edges.any(core) - edges.text(core);
}

/** A label on another element is taken for that one's, or hides it; what contains its own element is no other one. */
function foreign(rect: Rect, box: Rect, boxes: readonly Rect[]): number {
  return boxes.reduce((sum, other) => {
    if (contains(other, box)) return sum;
    const common = area(intersect(rect, other));
    return common === 0 ? sum : sum + FOREIGN_ROOM * common + HIDDEN * (common / area(other));
  }, 0);
}
