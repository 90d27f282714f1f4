import { contains, height, type Rect } from "../../base/geometry.js";
import type { UiElement } from "../element.js";
import { belongsTo, isCaptionOf, isOnOneLine } from "./belongs.js";
import { elementsAround, type ScreenIndex } from "./query-screen.js";
import type { Region } from "./regions.js";
import { bestOf, type Ranking, type Scored, scale } from "./scored.js";
import type { Relation } from "./vocabulary.js";

/** The elements (`heads`) that have this relation to one of the named elements (`anchors`), with the reason added. */
export function relate(
  relation: Relation,
  { heads, anchors }: { readonly heads: readonly Scored[]; readonly anchors: readonly Scored[] },
  index: ScreenIndex,
): Ranking {
  // If too many elements match the anchor's words, the words identify none of them.
  if (anchors.length > MOST_ANCHORS) return new Map();
  const found = anchors.flatMap((anchor) => {
    const others = heads.filter(({ element }) => element !== anchor.element);
    const factors = factorsOf(relation, { heads: others, anchor }, index);
    return others.flatMap((head, place) => {
      const factor = factors[place] ?? 0;
      return factor === 0 ? [] : [joined(relation, { head, anchor, factor })];
    });
  });
  return bestOf(found);
}

const MOST_ANCHORS = 40;

interface Between {
  readonly head: Scored;
  readonly anchor: Scored;
  readonly factor: number;
}

function joined(relation: Relation, { head, anchor, factor }: Between): Scored {
  const frame = relation === "in" ? anchor.element.bounds : head.frame;
  const words = `${WORDS[relation]} ${anchor.element.ref} (${anchor.reasons.join(", ")})`;
  return { ...scale(head, factor * anchor.score, words), frame };
}

const WORDS: Readonly<Record<Relation, string>> = {
  in: "in",
  "known by": "known by",
  with: "with",
  named: "named",
  nextTo: "next to",
  below: "below",
  above: "above",
  leftOf: "left of",
  rightOf: "right of",
};

/** The elements that lie in a region. */
export function within(region: Region, heads: readonly Scored[]): Ranking {
  const held = heads.filter(({ element }) => region.holds(element));
  return bestOf(held.map((head) => ({ ...scale(head, 1, `in the ${region.name}`), frame: region.frame })));
}

/** The factor for an element that is farther away than the nearest match. */
const FARTHER = 0.75;
const BESIDE = 0.95;
const BY_CAPTION = 0.92;

/** How well each head has the relation to the anchor: for several elements below the anchor, best for the nearest. */
function factorsOf(
  relation: Relation,
  { heads, anchor: { element: anchor } }: { readonly heads: readonly Scored[]; readonly anchor: Scored },
  index: ScreenIndex,
): readonly number[] {
  if (relation === "in") return heads.map(({ element }) => belonging(index, element, anchor));
  if (relation === "known by") return heads.map(({ element }) => naming(index, element, anchor));
  if (relation === "with" || relation === "named") {
    const around = elementsAround(index, anchor);
    return heads.map(({ element }) => (around.includes(element) ? 1 : 0));
  }
  const gaps = heads.map(({ element }) =>
    relation === "nextTo" ? gapBeside(index, element, anchor) : gapTo(relation, element, anchor),
  );
  const nearest = Math.min(...gaps.filter((gap) => gap !== null));
  return heads.map(({ element: { bounds } }, place) => {
    const gap = gaps[place] ?? null;
    if (gap === null) return 0;
    return gap <= nearest + TOLERANCE * sizeAlong(relation, bounds) ? 1 : FARTHER;
  });
}

/** An element counts as equally near if it is farther away by at most this share of its own size. */
const TOLERANCE = 0.5;

function sizeAlong(relation: Relation, bounds: Rect): number {
  return relation === "leftOf" || relation === "rightOf" ? bounds.right - bounds.left : height(bounds);
}

function belonging(index: ScreenIndex, element: UiElement, container: UiElement): number {
  const around = elementsAround(index, element);
  if (around.includes(container)) return 1;
  if (elementsAround(index, container).includes(element)) return 0;
  const isHolder = container.actions.length > 0 || container.role === "row" || container.role === "group";
  if (isHolder && element.window === container.window && contains(container.bounds, element.bounds)) return BESIDE;
  if (belongsTo(index, element, container)) return BESIDE;
  const isCaptioned = element.role === "field" || element.role === "dropdown" || element.role === "slider";
  return isCaptioned && isCaptionOf(index, container, element) ? BY_CAPTION : 0;
}

/**
 * Whether a text names an element: an element without a label, or whose label may be entered text, is named by its row,
 * or by the text beside or above it.
 */
function naming(index: ScreenIndex, element: UiElement, text: UiElement): number {
  const isEntry = element.role === "field" || element.role === "dropdown" || element.role === "slider";
  const isNamed = text.actions.length === 0 || elementsAround(index, element).includes(text);
  if (isNamed && (isEntry || element.labels.length === 0)) return belonging(index, element, text);
  return isCaptionOf(index, text, element) ? BY_CAPTION : 0;
}

/** Elements that are farther apart than this share of the screen's height are not next to each other. */
const FARTHEST_BESIDE = 0.2;

function gapBeside(index: ScreenIndex, element: UiElement, anchor: UiElement): number | null {
  if (element.window !== anchor.window) return null;
  if (elementsAround(index, element).includes(anchor)) return 0;
  if (elementsAround(index, anchor).includes(element)) return null;
  const [a, b] = [element.bounds, anchor.bounds];
  const x = Math.max(a.left - b.right, b.left - a.right, 0);
  const y = Math.max(a.top - b.bottom, b.top - a.bottom, 0);
  const gap = Math.hypot(x, y);
  // An element on the same line is next to the anchor; one above or below counts only if none is on the line.
  const distance = isOnOneLine(a, b) ? x : gap + height(index.frame);
  return (isOnOneLine(a, b) ? x <= index.frame.right : gap <= height(index.frame) * FARTHEST_BESIDE) ? distance : null;
}

/** The distance on that side; null if the element is not there. An overlap of at most a quarter is allowed. */
function gapTo(
  relation: "below" | "above" | "leftOf" | "rightOf",
  element: UiElement,
  anchor: UiElement,
): number | null {
  if (element.window !== anchor.window) return null;
  const [a, b] = [element.bounds, anchor.bounds];
  const isVertical = relation === "below" || relation === "above";
  const isAligned = isVertical ? a.left < b.right && a.right > b.left : a.top < b.bottom && a.bottom > b.top;
  if (!isAligned) return null;
  const gap = { below: a.top - b.bottom, above: b.top - a.bottom, rightOf: a.left - b.right, leftOf: b.left - a.right }[
    relation
  ];
  const smaller = isVertical ? Math.min(height(a), height(b)) : Math.min(a.right - a.left, b.right - b.left);
  return gap >= -smaller / 4 ? Math.max(0, gap) : null;
}
