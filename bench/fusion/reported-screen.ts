import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { area, center, containsPoint, isEmpty, type Rect, type Size } from "../../src/base/geometry.js";
import { type ElementDraft, isTouchTarget } from "../../src/screen/element.js";
import { elementsOf } from "../../src/screen/elements.js";
import type { UiNode, ViewHierarchy } from "../../src/screen/hierarchy.js";
import type { Detection } from "../../src/vision/detection.js";
import { shareInside } from "../../src/vision/fuse/similarity.js";
import type { Trial } from "../fusion.js";
import { REMOVED, removedNodes } from "./removed.js";
import { isTouchableKind } from "./simulated-detector.js";
import { without } from "./tree.js";

/** A screen whose complete tree defines the right targets. */
export interface ReportedScreen {
  readonly name: string;
  readonly size: Size;
  readonly tree: ViewHierarchy;
  readonly elements: readonly ElementDraft[];
}

/** Gives the detections on a screen with these touch targets; undefined if no detector processed it. */
export type SimulatedDetector = (
  screen: ReportedScreen,
  leaves: readonly ElementDraft[],
) => readonly Detection[] | undefined;

/** The screens with growing shares of their trees removed; each level has a name. */
export function removalLevels(
  title: string,
  screens: readonly ReportedScreen[],
  seed: number,
  simulatedDetector: SimulatedDetector,
): readonly (readonly [string, readonly Trial[]])[] {
  return REMOVED.map((share) => [
    `${title}, ${share * 100} % removed`,
    screens.flatMap((screen) => trialOf(screen, share, seed, simulatedDetector)),
  ]);
}

function trialOf(
  screen: ReportedScreen,
  share: number,
  seed: number,
  simulatedDetector: SimulatedDetector,
): readonly Trial[] {
  const { size, tree, elements, name } = screen;
  const leaves = elements.flatMap((element, place) => (isLeafTarget(elements, place, size) ? [element] : []));
  const detections = simulatedDetector(screen, leaves);
  if (leaves.length === 0 || !detections || shareOver(leaves) > MOST_OVER) return [];
  const rest = without(
    tree,
    removedNodes(tree, leaves, size, { share, random: seededRandom(seed, `${name} ${share}`) }),
  );
  const bars = elements.filter(({ systemBar }) => systemBar).map(({ bounds }) => bounds);
  const reported = reportedPart(tree);
  const seen = detections.filter(
    ({ bounds }) => !bars.some((bar) => isIn(bounds, bar)) && containsPoint(reported, center(bounds)),
  );
  const around = elements.filter((element) => isTouchTarget(element) && !leaves.includes(element));
  const truths = leaves.map((leaf) => ({
    bounds: leaf.bounds,
    name: leaf.labels[0] ?? null,
    isUndrawn: STEPPER.test(leaf.resourceId ?? ""),
  }));
  const touchable = seen.filter(({ kind, confidence }) => isTouchableKind(kind) && (confidence ?? 1) >= 0.3);
  return [
    {
      name,
      sample: { elements: elementsOf(rest, size), hierarchy: rest, detections: seen, screenSize: size },
      judged: { truths, eitherWay: around.map(({ bounds }) => bounds), seen: touchable.map(({ bounds }) => bounds) },
    },
  ];
}

/**
 * The buttons of a NumberPicker: they are not drawn as a whole, and each contains several numbers that can be tapped.
 */
const STEPPER = /:id\/(?:\w+_)?(?:increment|decrement)$/;
/** A screen with a larger share of overlapping targets is left out. */
const MOST_OVER = 0.1;
/** A target with more than this share of its area inside another target counts as overlapping. */
const OVER = 0.2;

/**
 * The share of targets that overlap others. Trees may still list covered pages: such a tree does not say what is drawn.
 */
function shareOver(leaves: readonly ElementDraft[]): number {
  const isOver = (leaf: ElementDraft) =>
    leaves.some((other) => other !== leaf && shareInside(leaf.bounds, other.bounds) > OVER);
  return leaves.filter(isOver).length / Math.max(1, leaves.length);
}

/**
 * The area from the topmost to the lowest node with words or a click: few of these hierarchies list bars and keyboards.
 */
function reportedPart({ nodes }: ViewHierarchy): Rect {
  const boxes = nodes.flatMap((node) => (isShown(node) && isDescribed(node) && node.bounds ? [node.bounds] : []));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left: 0, top, right: Number.MAX_SAFE_INTEGER, bottom };
}

function isDescribed({ text, contentDescription, clickable, depth, bounds }: UiNode): boolean {
  const isPage = depth < 2 || (bounds !== null && bounds.bottom - bounds.top > LOW_PAGE);
  return !isPage && Boolean(text?.trim() || contentDescription?.trim() || clickable);
}

/** In pixels: a taller part is a layout around other parts. */
const LOW_PAGE = 800;

function isIn({ left, top, right, bottom }: Rect, outer: Rect): boolean {
  return left >= outer.left && top >= outer.top && right <= outer.right && bottom <= outer.bottom;
}

/** Whether the element is touchable, on the screen, not a page, and has no touchable element inside. */
function isLeafTarget(elements: readonly ElementDraft[], place: number, size: Size): boolean {
  const element = elements[place];
  if (!element || element.systemBar || !isTouchTarget(element) || isEmpty(element.bounds)) return false;
  const { bounds } = element;
  if (!isIn(bounds, { left: 0, top: 0, right: size.width, bottom: size.height })) return false;
  if (area(bounds) > size.width * size.height * 0.25) return false;
  return !elements.some((other) => isTouchTarget(other) && holds(elements, place, other));
}

function holds(elements: readonly ElementDraft[], place: number, inner: ElementDraft): boolean {
  for (let at = inner.parent; at !== null; at = elements[at]?.parent ?? null) if (at === place) return true;
  return false;
}

export function isShown({ bounds, visibleToUser }: UiNode): boolean {
  return bounds !== null && !isEmpty(bounds) && visibleToUser !== false;
}
