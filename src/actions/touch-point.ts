import { center, containsPoint, intersect, isEmpty, type Point, type Rect, rectOf } from "../base/geometry.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";

/** Shares of width and height at which a touch is tried, the centre first. */
const PLACES = [0.5, 0.25, 0.75, 0.1, 0.9] as const;

/**
 * A point at which touching means the element and not something in it or over it; undefined where nothing of it can
 * be touched because it lies off the screen or under the keyboard or a system bar.
 */
export function touchPoint(element: UiElement, observation: Observation): Point | undefined {
  const free = freePart(element.bounds, observation);
  if (!free) return undefined;
  const others = touchableOthers(element, observation.elements);
  const points = PLACES.flatMap((y) => PLACES.map((x) => at(free, x, y)));
  return points.find((point) => !others.some((other) => containsPoint(other.bounds, point))) ?? center(free);
}

function at(rect: Rect, x: number, y: number): Point {
  return {
    x: Math.min(rect.right - 1, Math.floor(rect.left + (rect.right - rect.left) * x)),
    y: Math.min(rect.bottom - 1, Math.floor(rect.top + (rect.bottom - rect.top) * y)),
  };
}

/** The part on the screen that neither the keyboard nor a visible bar takes; bars only where the element is no bar. */
function freePart(bounds: Rect, { screenSize, ime, systemInsets }: Observation): Rect | undefined {
  const screen = screenSize ? intersect(bounds, rectOf(0, 0, screenSize.width, screenSize.height)) : bounds;
  const covers = [
    ime?.visible === true ? ime.frame : null,
    systemInsets?.navigationBars?.visible === true ? systemInsets.navigationBars.frame : null,
    systemInsets?.statusBars?.visible === true ? systemInsets.statusBars.frame : null,
  ];
  const free = covers.reduce<Rect>((left, cover) => (cover ? withoutCover(left, cover) : left), screen);
  return isEmpty(free) ? undefined : free;
}

/** What is left of a rectangle beside a bar that runs along an edge of the screen. */
function withoutCover(rect: Rect, cover: Rect): Rect {
  if (isEmpty(intersect(rect, cover))) return rect;
  const parts = [
    { ...rect, bottom: Math.min(rect.bottom, cover.top) },
    { ...rect, top: Math.max(rect.top, cover.bottom) },
    { ...rect, right: Math.min(rect.right, cover.left) },
    { ...rect, left: Math.max(rect.left, cover.right) },
  ].filter((part) => !isEmpty(part));
  return parts.sort((a, b) => size(b) - size(a))[0] ?? rectOf(0, 0, 0, 0);
}

function size(rect: Rect): number {
  return (rect.right - rect.left) * (rect.bottom - rect.top);
}

/** Elements that would take the touch instead: controls inside it, and controls drawn after it that are not around it. */
function touchableOthers(element: UiElement, elements: readonly UiElement[]): readonly UiElement[] {
  const place = elements.findIndex((one) => one.ref === element.ref);
  return elements.slice(place + 1).filter((other) => other.actions.includes("click") || other.actions.includes("edit"));
}
