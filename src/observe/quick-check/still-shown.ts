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

/** An observation and the pixels that belong to it. */
export interface Sighting {
  readonly observation: Observation;
  readonly grid: TileGrid;
}

/** The last observation of the device, if its pixels are known. */
export function lastSighting(session: Session): Sighting | undefined {
  const observation = session.lastObservation;
  const grid = observation && session.pixels.of(observation);
  return grid ? { observation, grid } : undefined;
}

/** The last observation, if detectors looked for it: with the pixels of the picture that they looked at. */
export function lastSeen(session: Session): Sighting | undefined {
  const observation = session.lastObservation;
  const grid = observation && session.pixels.seenFor(observation);
  return grid ? { observation, grid } : undefined;
}

/**
 * Whether an element is surely still shown as it was: same boot, focused window, rotation and keyboard, and not one
 * pixel changed in the tiles around it, what it lies in and its neighbours, nor around two thirds of all elements. A
 * "Buy" button looks the same in the next row of a list that was scrolled on, and "Next" on the next page: what is
 * around them does not. Pixels do not show the words of an icon, and a sum may be cut off, as words that are longer
 * than their place. The words of its context count wherever they stand: the title of its page, the heading of its
 * section. Of a row, or what is in one, no other row may have changed: one that says the same may have come. Where
 * something else says the same in the same words, as in rows that are alike, nothing at all may have changed: they may
 * have changed places. Nor may anything have come on the bare background where it may have been pushed to. False
 * wherever that is unknown, as where all is black: secure windows are. The quick check takes one screenshot and one
 * report of the window manager, together; much less than reading the hierarchy again.
 */
export function isStillShown({ observation, grid }: Sighting, now: QuickCheck, element: UiElement): boolean {
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
  // Tiles are larger than lines: what stands right beside a title may tick.
  const saysSame = ({ bounds }: UiElement) => isSameRegion(grid, nowGrid, inOwnTiles(bounds, shown));
  if (!contextTexts(element, shown).every(saysSame)) return false;
  if (hasTwin(element, shown)) return shown.every((one) => isScroller(one) || isSame(one));
  return shown.filter(isSame).length * 3 >= shown.length * 2;
}

/** What is cut off to fewer pixels shows none of its words. */
const SMALLEST_WORDS = 8;

/** What is lower than this share of the highest of its kind may have its words out of sight. */
const SHOWS_WORDS = 0.75;

/**
 * Whether so much of it lies above or below what scrolls, or below what ends where it does, as at a keyboard, that its
 * words may be out of sight.
 */
function isCutOff(element: UiElement, shown: readonly UiElement[], hierarchy: ViewHierarchy | null): boolean {
  const scroller = scrollerOf(element, shown)?.bounds;
  const { top, bottom } = element.bounds;
  if (!(scroller && (top <= scroller.top || bottom >= scroller.bottom)) && !endsWithPage(element, hierarchy))
    return false;
  const others = shown.filter((one) => one !== element && one.window === element.window && isTouchTarget(one));
  const ofKind = others.filter(({ role }) => role === element.role).map(({ bounds }) => height(bounds));
  if (ofKind.length > 0) return bottom - top < Math.max(...ofKind) * SHOWS_WORDS;
  // The only one of its kind shows its words if it is as high as any control is.
  const whole = scroller
    ? others.filter(({ bounds }) => bounds.top > scroller.top && bounds.bottom < scroller.bottom)
    : [];
  return whole.length > 0 && bottom - top < Math.min(...whole.map(({ bounds }) => height(bounds)));
}

/** What is at least so many times as high as a control holds others, too. */
const PAGE_HEIGHTS = 3;

/** Whether a page around it ends right below it. */
function endsWithPage({ node, bounds }: UiElement, hierarchy: ViewHierarchy | null): boolean {
  if (node === null || hierarchy === null) return false;
  for (const [, { bounds: around }] of nodesAbove(hierarchy.nodes, node)) {
    if (!around || height(around) < PAGE_HEIGHTS * height(bounds)) continue;
    // There may be a margin between them.
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
 * The same for an element that only pixels show, in something that may be moving around it: same boot, focused window,
 * rotation and keyboard, and not one pixel changed in the tiles of the element and right around it.
 */
export function isStillSeen({ observation, grid }: Sighting, now: QuickCheck, element: UiElement): boolean {
  const { grid: nowGrid } = now;
  if (nowGrid === null || !isSameFront(observation, now) || isBlackRegion(nowGrid, element.bounds)) return false;
  const { left, top, right, bottom } = element.bounds;
  const around = Math.round((bottom - top) / 2);
  return isSameRegion(grid, nowGrid, rectOf(left - around, top - around, right + around, bottom + around));
}

/**
 * Whether what lies under a point is surely what it was: no pixel changed around it, or an app draws there by itself.
 */
export function isBackgroundUnchanged({ observation, grid }: Sighting, now: QuickCheck, point: Point): boolean {
  if (now.grid === null || !isSameScreen(observation, now)) return false;
  const under = observation.elements.findLast(({ bounds }) => containsPoint(bounds, point));
  if (under?.role === "canvas") return true;
  const { x, y } = point;
  return isSameRegion(grid, now.grid, under ? under.bounds : rectOf(x, y, x + 1, y + 1));
}

/**
 * Whether the pixels of an element, of what it lies in and of its neighbours are on a picture what they were before.
 */
export function isUnchangedAround({ observation, grid }: Sighting, now: TileGrid, element: UiElement): boolean {
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

/** What it lies in, from the inside out, up to what scrolls. */
function containersOf(element: UiElement, shown: readonly UiElement[]): readonly UiElement[] {
  const byRef = new Map(shown.map((one) => [one.ref, one]));
  const around: UiElement[] = [];
  for (let at = byRef.get(element.parent ?? ""); at && !isScroller(at); at = byRef.get(at.parent ?? ""))
    around.push(at);
  return around;
}

/** What lies in its own tiles, which are larger than lines; all of it where none are. */
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
 * The texts that give its context, the tabs on whose pages and the headers in whose groups it lies; and the first name
 * on its page, which is not a context where it scrolls. Headings are remembered without their figures; those of a text
 * that counts may go on.
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

/** The rows beside the one that it is or lies in; none if it is in no row. */
function siblingRows(element: UiElement, shown: readonly UiElement[]): readonly UiElement[] {
  const own = [element, ...containersOf(element, shown)].findLast(({ role }) => role === "row");
  return own
    ? shown.filter(({ role, parent, window }) => role === "row" && parent === own.parent && window === own.window)
    : [];
}

/** Its pixels are those of what it holds, and of empty places. */
function isScroller({ actions }: UiElement): boolean {
  return actions.includes("scroll");
}

/** Another element of its kind says and shows the same, in something that says the same. */
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

/** The same where the companion named the window: by what is in front, for the window manager has other ids. */
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

/** The next ones before and after it in reading order that say something. */
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
