import { containsPoint, height, isEmpty, type Point, type Rect, rectOf, width } from "../../base/geometry.js";
import { isTouchTarget, type Role, type UiElement } from "../../screen/element.js";
import { hidesItsWords, isTooSmallForWords } from "../../screen/hides-its-words.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { isMoney, withoutFigures } from "../../screen/meaning.js";
import { nodesAbove } from "../../screen/nodes-above.js";
import type { Observation } from "../../screen/observation.js";
import { groupWords } from "../../screen/open-groups.js";
import { tabWords } from "../../screen/selected-tab.js";
import { isBlackRegion, isSameRegion, TILE, type TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import { cameBeside } from "./came-beside.js";
import type { QuickCheck } from "./quick-check.js";

/** An observation and its pixels. */
export interface ObservedPixels {
  readonly observation: Observation;
  readonly grid: TileGrid;
}

/** The last observation of the device, if its pixels are known. */
export function lastSighting(session: Session): ObservedPixels | undefined {
  const observation = session.lastObservation;
  const grid = observation && session.pixels.of(observation);
  return grid ? { observation, grid } : undefined;
}

/** The last observation if detectors ran for it, with the pixels of the screenshot on which they ran. */
export function lastSeen(session: Session): ObservedPixels | undefined {
  const observation = session.lastObservation;
  const grid = observation && session.pixels.seenFor(observation);
  return grid ? { observation, grid } : undefined;
}

/**
 * Whether an element is certainly still shown as before: same boot, focused window, rotation and keyboard; no pixel
 * changed in the tiles of the element, its containers and its neighbours; and two thirds of all elements are unchanged.
 * A "Buy" button looks the same in the next row of a scrolled list, and "Next" on the next page, but the elements
 * around it do not.
 *
 * False for an element whose words pixels do not show fully: an icon, a sum, a text that is cut off. The texts of its
 * context must be unchanged wherever they are: the title of the page, the heading of the section. If the element is a
 * row or in a row, no sibling row may have changed: a row with the same text may have appeared. If another element has
 * the same words, nothing at all may have changed: the two may have changed places. Nothing may have appeared on the
 * bare background in its row or column: the element may have been pushed there.
 *
 * False also if any of this is unknown, as on a black (secure) window. The quick check takes one screenshot and one
 * report of the window manager: much less than reading the hierarchy again.
 */
export function isStillShown({ observation, grid }: ObservedPixels, now: QuickCheck, element: UiElement): boolean {
  const { grid: nowGrid } = now;
  if (nowGrid === null || !isSameScreen(observation, now) || isBlackRegion(nowGrid, element.bounds)) return false;
  if (hidesItsWords(element, observation.viewHierarchy) || element.labels.some(isMoney)) return false;
  if (isTooSmallForWords(element, observation.density)) return false;
  if (Math.min(width(element.bounds), height(element.bounds)) < SMALLEST_WORDS) return false;
  const shown = observation.elements.filter((one) => !one.systemBar);
  if (isCutOff(element, shown, observation.viewHierarchy)) return false;
  const isSame = ({ bounds }: UiElement) => isSameRegion(grid, nowGrid, bounds);
  if (!isSameAround(shown, isSame, element)) return false;
  if (!siblingRows(element, shown).every(isSame)) return false;
  if (cameBeside(grid, nowGrid, standingOf(element, shown, observation))) return false;
  // Tiles are larger than lines: a text right beside a title may change every second.
  const saysSame = ({ bounds }: UiElement) => isSameRegion(grid, nowGrid, inOwnTiles(bounds, shown));
  if (!contextTexts(element, shown).every(saysSame)) return false;
  if (hasTwin(element, shown)) return shown.every((one) => isScroller(one) || isSame(one));
  return shown.filter(isSame).length * 3 >= shown.length * 2;
}

/** An element that is cut off to fewer pixels shows none of its words. */
const SMALLEST_WORDS = 8;

/** An element with less than this share of the largest height of its kind may hide its words. */
const SHOWS_WORDS = 0.75;

/**
 * Whether the element may be cut off so that its words are hidden: by its scroll container, or by a page that ends just
 * below it, as at a keyboard.
 */
function isCutOff(element: UiElement, shown: readonly UiElement[], hierarchy: ViewHierarchy | null): boolean {
  const scroller = scrollerOf(element, shown)?.bounds;
  const { top, bottom } = element.bounds;
  if (!(scroller && (top <= scroller.top || bottom >= scroller.bottom)) && !endsWithPage(element, hierarchy))
    return false;
  const others = shown.filter((one) => one !== element && one.window === element.window && isTouchTarget(one));
  const ofKind = others.filter(({ role }) => role === element.role).map(({ bounds }) => height(bounds));
  if (ofKind.length > 0) return bottom - top < Math.max(...ofKind) * SHOWS_WORDS;
  // The only element of its kind shows its words if it is at least as high as the lowest control in full view.
  const whole = scroller
    ? others.filter(({ bounds }) => bounds.top > scroller.top && bounds.bottom < scroller.bottom)
    : [];
  return whole.length > 0 && bottom - top < Math.min(...whole.map(({ bounds }) => height(bounds)));
}

/** A container that is at least this many times as high as a control has other elements, too. */
const PAGE_HEIGHTS = 3;

/** Whether a container around it (a page) ends right below it. */
function endsWithPage({ node, bounds }: UiElement, hierarchy: ViewHierarchy | null): boolean {
  if (node === null || hierarchy === null) return false;
  for (const [, { bounds: around }] of nodesAbove(hierarchy.nodes, node)) {
    if (!around || height(around) < PAGE_HEIGHTS * height(bounds)) continue;
    // There may be a margin between the two.
    if (around.bottom >= bounds.bottom && around.bottom - bounds.bottom < height(bounds)) return true;
  }
  return false;
}

function scrollerOf(element: UiElement, shown: readonly UiElement[]): UiElement | undefined {
  const byRef = new Map(shown.map((one) => [one.ref, one]));
  let at = byRef.get(element.parent ?? "");
  while (at && !isScroller(at)) at = byRef.get(at.parent ?? "");
  return at;
}

/** Containers; their own background may be bare. */
const HOLDERS: ReadonlySet<Role> = new Set<Role>(["web", "list", "scroll", "pager", "group"]);

function standingOf({ bounds }: UiElement, shown: readonly UiElement[], { systemInsets, ime }: Observation) {
  const others = shown.filter((one) => one.labels.length > 0 || !HOLDERS.has(one.role)).map((one) => one.bounds);
  return { bounds, others, bars: { insets: systemInsets, imeVisible: ime?.visible === true } };
}

/**
 * {@link isStillShown} for an element that only pixels show, with surroundings that may move: same boot, focused
 * window, rotation and keyboard, and no pixel changed in the tiles of the element and right around it.
 */
export function isStillSeen({ observation, grid }: ObservedPixels, now: QuickCheck, element: UiElement): boolean {
  const { grid: nowGrid } = now;
  if (nowGrid === null || !isSameFront(observation, now) || isBlackRegion(nowGrid, element.bounds)) return false;
  const { left, top, right, bottom } = element.bounds;
  const around = Math.round((bottom - top) / 2);
  return isSameRegion(grid, nowGrid, rectOf(left - around, top - around, right + around, bottom + around));
}

/**
 * Whether the content under a point is certainly the same: no pixel changed around it, or it is a canvas, which the app
 * changes by itself.
 */
export function isBackgroundUnchanged({ observation, grid }: ObservedPixels, now: QuickCheck, point: Point): boolean {
  if (now.grid === null || !isSameScreen(observation, now)) return false;
  const under = observation.elements.findLast(({ bounds }) => containsPoint(bounds, point));
  if (under?.role === "canvas") return true;
  const { x, y } = point;
  return isSameRegion(grid, now.grid, under ? under.bounds : rectOf(x, y, x + 1, y + 1));
}

/** Whether a screenshot shows the same pixels as before for an element, its containers and its neighbours. */
export function isUnchangedAround({ observation, grid }: ObservedPixels, now: TileGrid, element: UiElement): boolean {
  const shown = observation.elements.filter((one) => !one.systemBar);
  return isSameAround(shown, ({ bounds }) => isSameRegion(grid, now, bounds), element);
}

function isSameAround(
  shown: readonly UiElement[],
  isSame: (element: UiElement) => boolean,
  element: UiElement,
): boolean {
  return [element, ...containersOf(element, shown), ...neighbours(element, shown)].every(isSame);
}

/** The elements around it, from the inside out, up to a scroll container. */
function containersOf(element: UiElement, shown: readonly UiElement[]): readonly UiElement[] {
  const byRef = new Map(shown.map((one) => [one.ref, one]));
  const around: UiElement[] = [];
  for (let at = byRef.get(element.parent ?? ""); at && !isScroller(at); at = byRef.get(at.parent ?? ""))
    around.push(at);
  return around;
}

/**
 * The part of the bounds whose tiles no other element shares: tiles are larger than lines. All of it if there is none.
 */
function inOwnTiles({ left, top, right, bottom }: Rect, shown: readonly UiElement[]): Rect {
  const before = (edge: number, ends: readonly number[]) => {
    const own = Math.ceil(edge / TILE) * TILE;
    return ends.some((end) => end <= edge && end > own - TILE) ? own : edge;
  };
  const behind = (edge: number, starts: readonly number[]) => {
    const own = Math.floor(edge / TILE) * TILE;
    return starts.some((start) => start >= edge && start < own + TILE) ? own : edge;
  };
  const all = shown.map(({ bounds }) => bounds);
  const own = rectOf(
    before(
      left,
      all.map((one) => one.right),
    ),
    before(
      top,
      all.map((one) => one.bottom),
    ),
    behind(
      right,
      all.map((one) => one.left),
    ),
    behind(
      bottom,
      all.map((one) => one.top),
    ),
  );
  return isEmpty(own) ? rectOf(left, top, right, bottom) : own;
}

/**
 * The elements that give its context: texts, the tabs of its pages and the headers of its groups; and the first text of
 * its window, which the context does not have if that text scrolls. Headings are remembered without their numbers; the
 * numbers of a counting text may change.
 */
function contextTexts({ context, window }: UiElement, shown: readonly UiElement[]): readonly UiElement[] {
  const { near, section, heading, dialog } = context;
  const words = new Set([...near, section, ...dialog]);
  const texts = shown.filter((one) => one.window === window && !isTouchTarget(one) && /\p{L}/u.test(one.labels.join()));
  const own = texts.filter(({ labels, counting }) => {
    const said = labels.join(" ");
    const bare = withoutFigures(said);
    return words.has(said) || (section === bare && !counting) || heading === bare;
  });
  const tabs = shown.filter((one) => one.window === window && one.selected === true && near.includes(tabWords(one)));
  const groups = shown.filter((one) => one.window === window && near.includes(groupWords(one) ?? ""));
  return [...texts.slice(0, 1), ...own, ...tabs, ...groups];
}

/** The rows beside its own row; empty if it is in no row. */
function siblingRows(element: UiElement, shown: readonly UiElement[]): readonly UiElement[] {
  const own = [element, ...containersOf(element, shown)].findLast(({ role }) => role === "row");
  return own
    ? shown.filter(({ role, parent, window }) => role === "row" && parent === own.parent && window === own.window)
    : [];
}

/** Its pixels are those of its content and of empty places. */
function isScroller({ actions }: UiElement): boolean {
  return actions.includes("scroll");
}

/** Whether another element of its kind has the same words and image, in containers with the same words. */
function hasTwin(element: UiElement, shown: readonly UiElement[]): boolean {
  const own = wordsOf(element, shown);
  return shown.some((one) => one !== element && one.role === element.role && wordsOf(one, shown) === own);
}

function wordsOf(element: UiElement, shown: readonly UiElement[]): string {
  const { labels, fingerprint } = element;
  const outer = containersOf(element, shown).map((one) => one.labels.join("\u0001"));
  return [...labels, fingerprint ?? "", ...outer].join("\u0002");
}

function isSameScreen(observation: Observation, { bootId, window }: QuickCheck): boolean {
  const focus = window?.activeWindow?.windowId ?? null;
  return (
    bootId === observation.device.bootId &&
    focus !== null &&
    focus === observation.activeWindow?.windowId &&
    window?.rotation === observation.rotation &&
    window.ime?.visible === observation.ime?.visible
  );
}

/**
 * Whether the same screen is in front. If the companion named the window, the app is compared, since the window manager
 * has other window ids.
 */
function isSameFront(observation: Observation, now: QuickCheck): boolean {
  if (observation.viewHierarchy?.epoch === null) return isSameScreen(observation, now);
  const [before, front] = [observation.activeWindow, now.window?.activeWindow ?? null];
  return (
    now.bootId === observation.device.bootId &&
    before !== null &&
    before.package === front?.package &&
    before.component === front.component &&
    before.type === front.type &&
    now.window?.rotation === observation.rotation &&
    now.window.ime?.visible === observation.ime?.visible
  );
}

const NEIGHBOURS = 2;

/** The nearest elements with words before and after it in reading order. */
function neighbours(element: UiElement, shown: readonly UiElement[]): readonly UiElement[] {
  const place = shown.findIndex((one) => one.ref === element.ref);
  const speaks = (one: UiElement) => one.labels.length > 0 && one.actions.every((action) => action !== "scroll");
  return [
    ...shown.slice(0, Math.max(0, place)).filter(speaks).slice(-NEIGHBOURS),
    ...shown
      .slice(place + 1)
      .filter(speaks)
      .slice(0, NEIGHBOURS),
  ];
}
