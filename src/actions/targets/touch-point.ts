import { containsPoint, intersect, isEmpty, type Point, type Rect, rectOf } from "../../base/geometry.js";
import { isTouchTarget, type UiElement } from "../../screen/element.js";
import type { Screen } from "./located.js";
import { describe } from "./refuse-target.js";

/** Shares of width and height at which a touch is tried, the centre first. */
const PLACES = [0.5, 0.25, 0.75, 0.1, 0.9] as const;

/**
 * A point where a touch hits the element and nothing in it or over it; undefined if there is none, because it is off
 * the screen, under the keyboard or a system bar, or covered by other controls. `share` asks for one place in it.
 */
export function touchPoint(
  element: UiElement,
  screen: Screen,
  share: { readonly x: number; readonly y: number } | null = null,
): Point | undefined {
  const free = freePart(element, screen);
  const touchable = touchableOthers(element, screen.elements);
  // A caller that names a place in an element means what is at that place.
  const outside = share ? touchable.filter((other) => !isInside(other, element, screen.elements)) : touchable;
  const others = outside.map(({ bounds }) => bounds);
  const covers = [...others, ...windowsOver(element, screen)];
  const isFree = (point: Point) => !covers.some((cover) => containsPoint(cover, point));
  if (share) return [at(element.bounds, share.x, share.y)].find((point) => containsPoint(free, point) && isFree(point));
  const seen = element.vision?.tapPoint ?? null;
  const places = seen && containsPoint(free, seen) ? [seen, ...placesIn(free)] : placesIn(free);
  return places.find(isFree);
}

/** Why there is no point to touch, in words. */
export function coverOf(element: UiElement, screen: Screen): string {
  const free = freePart(element, screen);
  if (isEmpty(free)) return "it is off the screen, or the keyboard or a system bar covers it";
  const [middle] = placesIn(free);
  const covers = touchableOthers(element, screen.elements).filter(
    (other) => middle && containsPoint(other.bounds, middle),
  );
  const top = covers.at(-1);
  if (!top && windowsOver(element, screen).length > 0) return "another window lies over it";
  if (!top) return "other controls cover it";
  return isInside(top, element, screen.elements)
    ? `all its area belongs to controls in it, such as ${describe(top)}`
    : `${describe(top)} covers it`;
}

/** The part on the screen that neither the keyboard nor a visible bar covers; a bar does not cover its own elements. */
function freePart({ bounds, systemBar }: UiElement, { screenSize, ime, systemInsets }: Screen): Rect {
  const onScreen = screenSize ? intersect(bounds, rectOf(0, 0, screenSize.width, screenSize.height)) : bounds;
  if (systemBar) return onScreen;
  const bars = [systemInsets?.navigationBars, systemInsets?.statusBars];
  const covers = [
    ime?.visible === true ? ime.frame : null,
    ...bars.map((bar) => (bar?.visible === true ? bar.frame : null)),
  ];
  return covers.reduce<Rect>((left, cover) => (cover ? withoutCover(left, cover) : left), onScreen);
}

function placesIn(rect: Rect): readonly Point[] {
  if (isEmpty(rect)) return [];
  return PLACES.flatMap((y) => PLACES.map((x) => at(rect, x, y)));
}

function at(rect: Rect, x: number, y: number): Point {
  return {
    x: Math.min(rect.right - 1, Math.floor(rect.left + (rect.right - rect.left) * x)),
    y: Math.min(rect.bottom - 1, Math.floor(rect.top + (rect.bottom - rect.top) * y)),
  };
}

/** The largest part of a rectangle that a bar along an edge of the screen does not cover. */
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

/** Elements that would receive the touch instead: controls inside it, and controls drawn over it. */
function touchableOthers(element: UiElement, elements: readonly UiElement[]): readonly UiElement[] {
  const place = elements.findIndex((one) => one.ref === element.ref);
  return elements.slice(place + 1).filter(isTouchTarget);
}

/**
 * The areas where windows nearer to the user receive touches, if the source reports windows. Below Android 13 it does
 * not report these areas. But services do not see windows that receive no touches, as toasts, and the reported bounds
 * of all others are those of their touchable area (WindowState.getTouchableRegion).
 */
function windowsOver({ window }: UiElement, { viewHierarchy }: Screen): readonly Rect[] {
  const own = viewHierarchy?.windows[window];
  const layer = own?.layer ?? null;
  if (!viewHierarchy || layer === null) return [];
  const above = viewHierarchy.windows.filter((other) => (other.layer ?? layer) > layer);
  return above.flatMap(({ touchable, bounds }) => touchable ?? (bounds ? [bounds] : []));
}

function isInside(inner: UiElement, outer: UiElement, elements: readonly UiElement[]): boolean {
  const byRef = new Map(elements.map((one) => [one.ref, one]));
  for (let at = inner.parent; at !== null; at = byRef.get(at)?.parent ?? null) {
    if (at === outer.ref) return true;
  }
  return false;
}
