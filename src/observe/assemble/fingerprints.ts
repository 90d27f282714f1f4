import { height, intersect, isEmpty, type Rect, rectOf, type Size, width } from "../../base/geometry.js";
import { CHANGED_MEANWHILE } from "../../hierarchy-cache/cache.js";
import { isTouchTarget } from "../../screen/element.js";
import type { Ime } from "../../screen/facts.js";
import type { Frame } from "../../screen/frame.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { type Elements, hidesParts, type Looks, TraitsReader } from "../../screen/traits.js";
import { fingerprintOf } from "../../vision/fingerprint.js";
import { changesMore } from "../companion/status-bar.js";
import type { ObservationParts } from "../observation-parts.js";
import type { LiveMark } from "../probes/hierarchy.js";
import { isInconsistent } from "./inconsistent.js";
import { showsNothing } from "./shows-nothing.js";

/** How many elements of one screen get a fingerprint at most: each costs less than a millisecond. */
const MOST_PRINTED = 64;
/** A larger share of the screen is a page, not an image. */
const LARGEST_SHARE = 0.25;
/** Roles whose pixels depend on state, typed text or moving content, and so identify nothing. */
const PASSING_ROLES: ReadonlySet<Looks["role"]> = new Set([
  "field",
  "checkbox",
  "switch",
  "radio",
  "slider",
  "progress",
  "list",
  "pager",
  "scroll",
  "web",
  "canvas",
]);

/** The screen around its elements. */
export interface Surroundings {
  readonly frame: Pick<Frame, "width" | "height" | "rgba">;
  readonly ime: Ime | null;
}

/**
 * The screenshot that certainly belongs to the hierarchy of an observation. Null if there is no screenshot, if it is
 * black or has another size than the screen, if the observation is inconsistent, or if the screen changed while both
 * were read.
 */
export function pictureOfTree(look: ObservationParts): Frame | null {
  const window = look.merged?.facts ?? null;
  const frame = look.screenshot?.value?.frame ?? null;
  const tree = look.hierarchy?.value ?? null;
  const size = window?.screenSize ?? null;
  if (!frame || !tree || frame.width !== size?.width || frame.height !== size.height) return null;
  if (window?.displayId !== 0 || isInconsistent(look) || showsNothing(frame, window.systemInsets)) return null;
  if (look.cache?.report.notKept === CHANGED_MEANWHILE) return null;
  const { live } = tree;
  return live && hasMoved(live, window.activeWindow?.package ?? null) ? null : frame;
}

/**
 * Whether the screen changed while both were read. Changes of the status bar do not count: its elements have no
 * fingerprint.
 */
function hasMoved({ moving, companion, seq }: LiveMark, front: string | null): boolean {
  if (moving !== null) return true;
  if (!companion.events.hasChangedSince(seq)) return false;
  const heard = companion.events.between(seq + 1, companion.events.lastSeq);
  return front === null || (heard?.some((event) => changesMore(event, front)) ?? true);
}

/** The fingerprint of each element; null if words identify the element, or if its image shows nothing distinctive. */
export function fingerprintsOf(screen: Elements, around: Surroundings): readonly (string | null)[] {
  const seen = reportedByPixels(screen, around.frame).filter((place) => !isCovered(screen, place, around));
  const prints = new Map(seen.slice(0, MOST_PRINTED).map((place) => [place, printOf(screen, place, around)]));
  return screen.elements.map((_, place) => prints.get(place) ?? null);
}

/** Whether only pixels distinguish an element of the screen from others. */
export function needsPixels({ hierarchyElements, hierarchy, merged }: ObservationParts): boolean {
  const size = merged?.facts.screenSize;
  const tree = hierarchy?.value?.hierarchy;
  if (!size || !tree) return false;
  const parents = hierarchyElements.map(({ parent }) => parent);
  return reportedByPixels({ elements: hierarchyElements, parents, hierarchy: tree }, size).length > 0;
}

/**
 * The indices of images without distinguishing words: first those without an id of their own, then controls with one.
 */
function reportedByPixels(screen: Elements, size: Size): readonly number[] {
  const traits = new TraitsReader(screen);
  const places = screen.elements.flatMap((element, place) => (mayBePicture(element, size) ? [place] : []));
  const wordless = places.filter((place) => !traits.of(place).isDistinct && !holdsMore(screen, place));
  const isOnlySeen = (place: number) => !isNamed(traits, place, screen.elements);
  const isControl = (place: number) => isTouchTarget(screen.elements[place] ?? NOTHING);
  // The id of a control finds it again, but only its image says what it does. Elements without an id come first.
  return [...wordless.filter(isOnlySeen), ...wordless.filter((place) => !isOnlySeen(place) && isControl(place))];
}

const NOTHING = { actions: [] };

/** The fingerprint of one element, as {@link fingerprintsOf}. */
export function fingerprintOfOne(screen: Elements, place: number, { frame, ime }: Surroundings): string | null {
  return isCovered(screen, place, { frame, ime }) ? null : printOf(screen, place, { frame, ime });
}

function mayBePicture(element: Looks, { width: wide, height: high }: Size): boolean {
  const { role, labels, actions, password, systemBar, bounds } = element;
  if (labels.length > 0 || systemBar || password === true || PASSING_ROLES.has(role)) return false;
  if (actions.some((action) => action === "check" || action === "edit" || action === "scroll")) return false;
  if (role !== "image" && !isTouchTarget(element)) return false;
  return width(bounds) * height(bounds) <= wide * high * LARGEST_SHARE;
}

/** Whether the element has an id that no other element of its window has. */
function isNamed(traits: TraitsReader, place: number, elements: readonly Looks[]): boolean {
  const { idKey, window } = traits.of(place);
  const id = elements[place]?.resourceId;
  if (idKey === null) return false;
  return elements.filter((one) => one.window === window && one.resourceId === id).length === 1;
}

/** Whether an element in it has words, or a role whose pixels change. */
function holdsMore({ elements, parents }: Elements, place: number): boolean {
  const inside = new Set([place]);
  for (let at = place + 1; at < elements.length; at += 1) {
    const element = elements[at];
    if (!element || !inside.has(parents[at] ?? -1)) continue;
    if (element.labels.length > 0 || PASSING_ROLES.has(element.role)) return true;
    inside.add(at);
  }
  return false;
}

/** Whether it is covered by the keyboard, by a window above its own, or by another control that is drawn later. */
function isCovered({ elements, parents, hierarchy }: Elements, place: number, { ime }: Surroundings): boolean {
  const own = elements[place];
  if (!own) return true;
  const covers = (rect: Rect | null | undefined) => rect !== null && rect !== undefined && !isApart(own.bounds, rect);
  if (ime?.visible === true && covers(ime.frame)) return true;
  const layer = hierarchy.windows[own.window]?.layer ?? null;
  const isOver = (other: ViewHierarchy["windows"][number]) => layer !== null && (other.layer ?? layer) > layer;
  if (hierarchy.windows.some((other) => isOver(other) && covers(other.bounds))) return true;
  const inside = new Set([place]);
  for (let at = place + 1; at < elements.length; at += 1) {
    const other = elements[at];
    if (inside.has(parents[at] ?? -1)) inside.add(at);
    else if (other && other.window === own.window && isDrawn(other) && covers(other.bounds)) return true;
  }
  return false;
}

/** Whether the element draws anything: a container around other elements does not. */
function isDrawn(element: Looks): boolean {
  return element.labels.length > 0 || isTouchTarget(element) || element.role === "image";
}

function isApart(one: Rect, other: Rect): boolean {
  return isEmpty(intersect(one, other));
}

function printOf({ elements, hierarchy }: Elements, place: number, { frame }: Surroundings): string | null {
  const element = elements[place];
  if (!element) return null;
  let clip = rectOf(0, 0, frame.width, frame.height);
  let at = element.node === null ? null : (hierarchy.nodes[element.node]?.parent ?? null);
  for (; at !== null; at = hierarchy.nodes[at]?.parent ?? null) {
    const node = hierarchy.nodes[at];
    if (node?.bounds && hidesParts(node)) clip = intersect(clip, node.bounds);
  }
  return fingerprintOf(frame, element.bounds, clip);
}
