import {
  area,
  center,
  containsPoint,
  height,
  isEmpty,
  type Point,
  type Rect,
  rectOf,
  type Size,
  width,
} from "../../base/geometry.js";
import { type ElementDraft, isActionable, isTouchTarget } from "../../screen/element.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { systemBarWindows } from "../../screen/system-bars.js";
import { opaqueHosts } from "../opaque-hosts.js";
import { RectIndex } from "./rect-index.js";
import { type FusionSettings, INSIDE, PAGE } from "./settings.js";
import { onScreen, overlap, shareInside } from "./similarity.js";

/** An element of the hierarchy with the facts that fusion needs. */
export interface Known {
  readonly place: number;
  readonly element: ElementDraft;
  /** The part of its bounds that is on the screen. */
  readonly box: Rect;
  /** Whether the hierarchy lists it as touchable, and it is neither a page nor a host. */
  readonly isTarget: boolean;
  /** The place of the last element within it; its own place if there is none. */
  readonly last: number;
  /** Whether it contains no other element. */
  readonly isLeaf: boolean;
  /** Whether it draws more than the hierarchy lists. */
  readonly isHost: boolean;
  /** Whether it covers so much of its window that elements lie on it and not in it. */
  readonly isPage: boolean;
}

/** The elements of the hierarchy, in a form that can be searched by place. */
export interface LayoutContext {
  readonly known: readonly Known[];
  readonly index: RectIndex;
  readonly screen: Size;
  /** The boxes of nodes that do not report their contents. */
  readonly hosts: readonly Rect[];
  /** The areas in which no new elements of the app are made. */
  readonly apart: readonly Rect[];
  readonly windowAt: (point: Point) => number;
}

export function layoutContextOf(
  elements: readonly ElementDraft[],
  hierarchy: ViewHierarchy | null,
  screen: Size,
  settings: FusionSettings,
): LayoutContext {
  const lasts = lastPlaces(elements);
  const touched = touchedNodes(elements, hierarchy, screen);
  const hosts = hierarchy === null ? [] : opaqueHosts(hierarchy).filter(({ node }) => !touched.has(node));
  const hostNodes = new Set<number | null>(hosts.map(({ node }) => node));
  const areas = new Map<number, number>();
  const known = elements.map((element, place): Known => {
    const box = onScreen(element.bounds, screen);
    const last = lasts[place] ?? place;
    const isLeaf = last === place;
    const whole = areas.get(element.window) ?? area(windowBox(hierarchy, element.window) ?? wholeOf(screen));
    areas.set(element.window, whole);
    const isPage = area(box) > whole * PAGE;
    const isHost = hostNodes.has(element.node);
    return {
      place,
      element,
      box,
      last,
      isLeaf,
      isPage,
      isHost,
      isTarget: isTouchTarget(element) && !isPage && !isHost,
    };
  });
  const bars = barBoxes(elements, hierarchy, screen);
  return {
    known,
    index: new RectIndex(
      known.map(({ box }) => box),
      screen,
    ),
    screen,
    hosts: hierarchy === null ? [wholeOf(screen)] : hosts.map(({ bounds }) => bounds),
    apart: [...settings.apart, ...bars],
    windowAt: windowFinder(known, hierarchy),
  };
}

/**
 * Indices of nodes that are touchable or inside a touchable node, except for pages: such a node draws an image on a
 * button.
 */
function touchedNodes(
  elements: readonly ElementDraft[],
  hierarchy: ViewHierarchy | null,
  screen: Size,
): ReadonlySet<number> {
  const touched = new Set<number>();
  for (const { node, bounds, window, ...element } of elements) {
    const whole = area(windowBox(hierarchy, window) ?? wholeOf(screen));
    if (node !== null && isTouchTarget(element) && area(onScreen(bounds, screen)) <= whole * PAGE) touched.add(node);
  }
  hierarchy?.nodes.forEach(({ parent }, place) => {
    if (parent !== null && touched.has(parent)) touched.add(place);
  });
  return touched;
}

/** Elements are in document order: the elements inside an element come right after it. */
function lastPlaces(elements: readonly ElementDraft[]): readonly number[] {
  const lasts = elements.map((_, place) => place);
  for (let place = elements.length - 1; place >= 0; place -= 1) {
    const parent = elements[place]?.parent ?? null;
    if (parent !== null) lasts[parent] = Math.max(lasts[parent] ?? parent, lasts[place] ?? place);
  }
  return lasts;
}

function wholeOf({ width, height }: Size): Rect {
  return rectOf(0, 0, width, height);
}

function windowBox(hierarchy: ViewHierarchy | null, place: number): Rect | null {
  const window = hierarchy?.windows[place];
  if (!window) return null;
  const root = window.root === null ? null : (hierarchy?.nodes[window.root]?.bounds ?? null);
  return window.bounds ?? root;
}

const KEYBOARD = "inputMethod";
/** The window of a keyboard may fill the screen, although its keys do not. */
const LARGEST_BAR = 0.6;

function barBoxes(elements: readonly ElementDraft[], hierarchy: ViewHierarchy | null, screen: Size): readonly Rect[] {
  if (hierarchy === null) return [];
  const places = new Set(systemBarWindows(hierarchy, screen));
  hierarchy.windows.forEach((window, place) => {
    if (window.type === KEYBOARD) places.add(place);
  });
  const whole = area(wholeOf(screen));
  return [...places].flatMap((place) => {
    const taken = hierarchy.windows[place]?.touchable ?? null;
    const own = windowBox(hierarchy, place);
    const boxes = taken ?? (own ? [own] : []);
    if (boxes.every((box) => area(box) <= whole * LARGEST_BAR)) return boxes;
    return elements
      .filter(({ window, bounds }) => window === place && area(bounds) <= whole * PAGE)
      .map(({ bounds }) => bounds);
  });
}

/** The top window at a point: by its layer if the source reports layers, else by the elements at the point. */
function windowFinder(known: readonly Known[], hierarchy: ViewHierarchy | null): LayoutContext["windowAt"] {
  const windows = (hierarchy?.windows ?? []).map((window, place) => ({
    window,
    place,
    box: windowBox(hierarchy, place),
  }));
  if (windows.length <= 1) return () => 0;
  const layered = windows.every(({ window }) => window.layer !== null);
  const byLayer = [...windows].sort((a, b) => (b.window.layer ?? 0) - (a.window.layer ?? 0) || b.place - a.place);
  const active = windows.find(({ window }) => window.active === true)?.place;
  const smallestFirst = known
    .filter(({ element, box }) => !element.systemBar && !isEmpty(box))
    .sort((a, b) => area(a.box) - area(b.box) || a.place - b.place);
  const largest = [...windows].sort((a, b) => area(b.box ?? rectOf(0, 0, 0, 0)) - area(a.box ?? rectOf(0, 0, 0, 0)))[0];
  return (point) => {
    if (layered) {
      const top = byLayer.find(({ window, box }) => {
        const parts = window.touchable ?? (box ? [box] : []);
        return parts.some((part) => containsPoint(part, point));
      });
      if (top) return top.place;
    }
    const around = smallestFirst.find(({ box }) => containsPoint(box, point));
    return around?.element.window ?? active ?? largest?.place ?? 0;
  };
}

/** The elements of the hierarchy, in their order, whose boxes overlap this one, in the same window. */
export function near({ index, known, windowAt }: LayoutContext, box: Rect): readonly Known[] {
  const window = windowAt(center(box));
  return index.near(box).flatMap((place) => {
    const one = known[place];
    return one && one.element.window === window && !isEmpty(one.box) ? [one] : [];
  });
}

/** Whether most of a box is in an area without new elements, or it is a small box across the edge of a system bar. */
export function isApart({ apart, screen }: LayoutContext, box: Rect): boolean {
  return apart.some((part) => {
    const share = shareInside(box, part);
    return share >= 0.5 || (share >= ACROSS_EDGE && isBar(part, screen) && height(box) <= height(part));
  });
}

/**
 * Windows share no controls: a detection that overlaps a bar by this share without being part of it is drawn over both.
 */
const ACROSS_EDGE = 0.15;
const HIGHEST_BAR = 0.1;

function isBar(part: Rect, screen: Size): boolean {
  return width(part) >= screen.width * 0.9 && height(part) <= screen.height * HIGHEST_BAR;
}

export function isInHost({ hosts }: LayoutContext, box: Rect): boolean {
  return hosts.some((host) => shareInside(box, host) >= INSIDE);
}

/** The share of a box that touchable elements take, 0–1; overlapping elements count twice. */
export function shareTaken(box: Rect, targets: readonly Known[]): number {
  const whole = area(box);
  return whole === 0 ? 0 : Math.min(1, targets.reduce((sum, target) => sum + overlap(box, target.box), 0) / whole);
}

/** Whether an element can be matched: pages that contain elements, and elements that only scroll, cannot. */
export function isMatchable({ element, box, isLeaf, isPage }: Known): boolean {
  if (isEmpty(box) || (isPage && !isLeaf)) return false;
  const onlyScrolls = isActionable(element) && !isTouchTarget(element);
  return !onlyScrolls;
}
