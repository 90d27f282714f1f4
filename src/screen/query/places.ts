import { center, type Rect } from "../../base/geometry.js";
import type { UiElement } from "../element.js";
import { bestOf, goodOnes, type Ranking, type Scored, scale } from "./scored.js";
import type { Place } from "./vocabulary.js";

/** The factor for a match that is less far to that side than another match. */
const LESS_SO = 0.75;

/**
 * The match in that part of the screen (or of the named container) that is farther to that side than any other; several
 * if none is farther than the others.
 */
export function placed(place: Place, ranking: Ranking, screen: Rect): Ranking {
  const there = goodOnes(ranking).filter((one) => isThere(place, one.element.bounds, one.frame ?? screen));
  const words = [place.y, place.x].filter((word) => word !== null).join(" ");
  return bestOf(
    there.map((one) => {
      const isFarthest = !there.some((other) => isBefore(place, other.element, one.element));
      return scale(one, isFarthest ? 1 : LESS_SO, `${isFarthest ? "" : "not the most "}${words}`);
    }),
  );
}

function isThere({ x, y }: Place, bounds: Rect, frame: Rect): boolean {
  const at = center(bounds);
  const across = (at.x - frame.left) / Math.max(1, frame.right - frame.left);
  const down = (at.y - frame.top) / Math.max(1, frame.bottom - frame.top);
  return (
    isInShare(across, x === "left" ? 0 : x === "right" ? 1 : x === null ? null : 0.5) &&
    isInShare(down, y === "top" ? 0 : y === "bottom" ? 1 : y === null ? null : 0.5)
  );
}

function isInShare(share: number, wanted: 0 | 0.5 | 1 | null): boolean {
  if (wanted === null) return true;
  if (wanted === 0.5) return share > 0.3 && share < 0.7;
  return wanted === 0 ? share < 0.5 : share > 0.5;
}

/** Whether `a` is farther than `b` to at least one of the given sides, and not less far to the other. */
function isBefore({ x, y }: Place, a: UiElement, b: UiElement): boolean {
  const byX = x === "left" || x === "right" ? compare(a.bounds, b.bounds, x) : 0;
  const byY = y === "top" || y === "bottom" ? compare(a.bounds, b.bounds, y) : 0;
  return byX >= 0 && byY >= 0 && byX + byY > 0;
}

/** 1 if `a` is farther to that side, −1 if `b` is, 0 if both are in one line or column. */
function compare(a: Rect, b: Rect, side: "left" | "right" | "top" | "bottom"): number {
  const isAcross = side === "left" || side === "right";
  const middle = (rect: Rect) => (isAcross ? rect.left + rect.right : rect.top + rect.bottom) / 2;
  const size = (rect: Rect) => (isAcross ? rect.right - rect.left : rect.bottom - rect.top);
  const gap = middle(a) - middle(b);
  if (Math.abs(gap) < Math.min(size(a), size(b)) / 2) return 0;
  return gap < 0 === (side === "left" || side === "top") ? 1 : -1;
}

/** Only matches with nearly the best score are counted, so that "third" counts elements of one kind. */
const AS_GOOD = 0.01;

/**
 * The match with that number, counted in reading order; negative numbers count from the end. If the order of the
 * hierarchy and the order of the positions on the screen give different elements, both are returned.
 */
export function counted(ordinal: number, ranking: Ranking, placeOf: (element: UiElement) => number): Ranking {
  const best = Math.max(...[...ranking.values()].map(({ score }) => score));
  const good = goodOnes(ranking).filter(({ score }) => score > best - AS_GOOD);
  const byTree = good.toSorted((a, b) => placeOf(a.element) - placeOf(b.element));
  const byPlace = good.toSorted((a, b) => readingOrder(a.element.bounds, b.element.bounds));
  const picks = [byTree.at(ordinal > 0 ? ordinal - 1 : ordinal), byPlace.at(ordinal > 0 ? ordinal - 1 : ordinal)];
  const words =
    ordinal > 0
      ? `number ${ordinal} of ${good.length}`
      : `number ${good.length + 1 + ordinal} of ${good.length}, from the end`;
  const found = picks.filter((one): one is Scored => one !== undefined);
  return bestOf(found.map((one) => scale(one, 1, words)));
}

function readingOrder(a: Rect, b: Rect): number {
  return -compare(a, b, "top") || a.left - b.left;
}
