import { area, isSameRect, type Rect } from "../../base/geometry.js";
import { isSameElement, type UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";

/** The direction of scrolling: `down` shows the content that is further down. */
export type ScrollWay = "down" | "up" | "left" | "right";

/** The elements in a scroll container; all elements of the screen if no element reports that it scrolls. */
export interface ScrolledContent {
  readonly container: UiElement | null;
  readonly elements: readonly UiElement[];
}

/** The container with this ref; else the largest element that reports that it scrolls. */
export function contentOf({ elements }: Pick<Observation, "elements">, ref: string | null): ScrolledContent {
  const own = elements.filter((one) => !one.systemBar);
  const container = own.find((one) => (ref === null ? false : isNamed(one, ref))) ?? largest(own);
  return { container, elements: container === null ? own : inside(container, elements) };
}

function isNamed(element: UiElement, ref: string): boolean {
  return element.ref === ref || element.was.includes(ref);
}

function largest(elements: readonly UiElement[]): UiElement | null {
  const scrolling = elements.filter((one) => one.scrollable === true || one.actions.includes("scroll"));
  const [first = null] = scrolling.toSorted((one, other) => area(other.bounds) - area(one.bounds));
  return first;
}

function inside(container: UiElement, elements: readonly UiElement[]): readonly UiElement[] {
  const within = new Set([container.ref]);
  // Containers come before what they contain.
  return elements.filter(({ ref, parent }) => {
    if (parent === null || !within.has(parent)) return false;
    within.add(ref);
    return true;
  });
}

/**
 * What a swipe did to the content. `still`: every element is where it was. `moved`: an element from before is at
 * another place, so no content was skipped. `jumped`: no element from before is left, so content in between may have
 * been skipped.
 */
export type Movement = "still" | "moved" | "jumped";

export function movementBetween(before: ScrolledContent, after: ScrolledContent): Movement {
  const pairs = pairsOf(before, after);
  const isAtPlace = pairs.every(({ one, same }) => isSameRect(one.bounds, same.bounds));
  if (isAtPlace && pairs.length === before.elements.length && pairs.length === after.elements.length) return "still";
  // An element that stays at its place while all others leave is a header that does not scroll.
  return pairs.some(({ one, same }) => !isSameRect(one.bounds, same.bounds)) ? "moved" : "jumped";
}

function pairsOf(before: ScrolledContent, after: ScrolledContent) {
  return before.elements.flatMap((one) => {
    const same = after.elements.find((other) => isSameElement(one, other) || isAlike(one, other));
    return same ? [{ one, same }] : [];
  });
}

/**
 * By how many pixels the content moved along one axis; 0 if nothing moved. This is the median of all elements that
 * moved: elements with the same words may be mistaken for each other.
 */
export function movedBy(before: ScrolledContent, after: ScrolledContent, isVertical: boolean): number {
  const ways = pairsOf(before, after).map(({ one, same }) =>
    isVertical
      ? middle(same.bounds, "top", "bottom") - middle(one.bounds, "top", "bottom")
      : middle(same.bounds, "left", "right") - middle(one.bounds, "left", "right"),
  );
  const moved = ways.filter((way) => way !== 0).toSorted((one, other) => one - other);
  return moved[Math.floor(moved.length / 2)] ?? 0;
}

function middle(rect: Rect, from: "left" | "top", to: "right" | "bottom"): number {
  return (rect[from] + rect[to]) / 2;
}

function isAlike(one: UiElement, other: UiElement): boolean {
  return one.role === other.role && one.labels.length > 0 && one.labels.join("\n") === other.labels.join("\n");
}

/** An element that shows less than this share of the container cannot be read or touched. */
const LEAST_SHARE = 0.04;

/** Whether only a thin strip of the element is visible yet, at the edge where new content appears. */
export function isBarelyVisible(element: UiElement, { container }: ScrolledContent, way: ScrollWay): boolean {
  if (container === null) return false;
  const [own, all] = [element.bounds, container.bounds];
  const isVertical = way === "down" || way === "up";
  const [size, whole] = isVertical
    ? [own.bottom - own.top, all.bottom - all.top]
    : [own.right - own.left, all.right - all.left];
  const isThere = {
    down: own.bottom >= all.bottom,
    up: own.top <= all.top,
    right: own.right >= all.right,
    left: own.left <= all.left,
  };
  return isThere[way] && size < whole * LEAST_SHARE;
}
