import { area, type Rect } from "../../base/geometry.js";
import type { UiElement } from "../element.js";
import type { UiNode } from "../hierarchy.js";
import type { ScreenIndex } from "./query-screen.js";

/**
 * Whether two rectangles are beside each other: at least half of the lower one's height is within the height of the
 * other.
 */
export function isOnOneLine(a: Rect, b: Rect): boolean {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return common * 2 >= Math.min(a.bottom - a.top, b.bottom - b.top) && common > 0;
}

/** The elements of the screen. */
interface Elements {
  readonly all: readonly { readonly element: UiElement }[];
}

/** A container that covers more of the screen than this contains elements that are not related to each other. */
const LARGEST_CARD = 0.6;

/**
 * Whether an element belongs to a text that is beside it, as "Delete" does to "Milk" in a row or card that is not an
 * element itself. It does not if another text of the same kind is nearer to it in the hierarchy. Of the parts of one
 * container, only those on one line belong together.
 */
export function belongsTo(index: ScreenIndex, element: UiElement, text: UiElement): boolean {
  if (element.window !== text.window) return false;
  const nodes = index.screen.viewHierarchy?.nodes;
  const isBeside = isOnOneLine(element.bounds, text.bounds);
  const common = nodes && commonNode(nodes, element, text);
  if (!nodes || common === undefined) return isBeside && isNearestOnLine(index, element, text);
  const depth = nodes[common]?.depth ?? 0;
  const others = index.all
    .filter((one) => isRival(nodes, one.element, text) && one.element !== element)
    .map((one) => nodes[commonNode(nodes, element, one.element) ?? 0]?.depth ?? 0);
  if (others.some((other) => other > depth)) return false;
  if (isBeside) return !others.includes(depth) || isNearestOnLine(index, element, text);
  return !others.includes(depth) && isCard(index, nodes[common]);
}

/** Whether the other text is of the same kind: then each of the two may be the text of its own row. */
function isRival(nodes: readonly UiNode[], other: UiElement, text: UiElement): boolean {
  if (other === text || other.labels.length === 0 || other.className !== text.className) return false;
  if (other.window !== text.window || other.resourceId !== text.resourceId) return false;
  return nodeOf(nodes, other)?.depth === nodeOf(nodes, text)?.depth;
}

/** Whether no other text of its kind is on the line between the two, or at the same distance on the other side. */
function isNearestOnLine(index: ScreenIndex, element: UiElement, text: UiElement): boolean {
  const distance = (one: UiElement) =>
    Math.max(one.bounds.left - element.bounds.right, element.bounds.left - one.bounds.right, 0);
  const isBefore = (one: UiElement) => one.bounds.left < element.bounds.left;
  const isNearer = (one: UiElement) =>
    distance(one) < distance(text) || (distance(one) === distance(text) && isBefore(one) !== isBefore(text));
  return !index.all.some(
    ({ element: other }) =>
      other !== text &&
      other !== element &&
      other.role === text.role &&
      other.labels.length > 0 &&
      other.window === element.window &&
      isOnOneLine(other.bounds, element.bounds) &&
      isNearer(other),
  );
}

function isCard(index: ScreenIndex, node: UiNode | undefined): boolean {
  if (!node?.bounds || node.parent === null || node.scrollable === true) return false;
  return area(node.bounds) <= area(index.frame) * LARGEST_CARD;
}

function nodeOf(nodes: readonly UiNode[], { node }: UiElement): UiNode | undefined {
  return node === null ? undefined : nodes[node];
}

/** The place of the innermost node around both. */
function commonNode(nodes: readonly UiNode[], a: UiElement, b: UiElement): number | undefined {
  let [one, other] = [a.node, b.node];
  while (one !== null && other !== null && one !== other) {
    // A parent comes before its children.
    if (one > other) one = nodes[one]?.parent ?? null;
    else other = nodes[other]?.parent ?? null;
  }
  return one !== null && one === other ? one : undefined;
}

/** Whether a text is the caption of a control below it: the nearest text above it, close to it and in its column. */
export function isCaptionOf(index: Elements, text: UiElement, control: UiElement): boolean {
  if (text.window !== control.window || text.actions.length > 0) return false;
  const height = Math.max(control.bounds.bottom - control.bounds.top, text.bounds.bottom - text.bounds.top);
  const isAbove = ({ bounds }: UiElement) =>
    bounds.bottom <= control.bounds.top + height / 4 &&
    bounds.left < control.bounds.right &&
    bounds.right > control.bounds.left;
  if (!isAbove(text) || control.bounds.top - text.bounds.bottom > height * 1.2) return false;
  const isBetween = (one: UiElement) =>
    one !== text && one !== control && isAbove(one) && one.bounds.top >= text.bounds.bottom - height / 4;
  return !index.all.some(({ element }) => element.window === control.window && isBetween(element));
}

/**
 * Whether a text is the label on that side of a control: on its line, with nothing between the two. In scripts that are
 * written from left to right, labels are on the `left`.
 */
export function isLabelBeside(index: Elements, text: UiElement, control: UiElement, side: "left" | "right"): boolean {
  if (text.window !== control.window || text.actions.length > 0) return false;
  const [before, behind] = side === "left" ? [text.bounds, control.bounds] : [control.bounds, text.bounds];
  if (!isOnOneLine(text.bounds, control.bounds) || before.right > behind.left) return false;
  const isBetween = ({ bounds }: UiElement) =>
    bounds.left >= before.right && bounds.right <= behind.left && isOnOneLine(bounds, control.bounds);
  return !index.all.some(
    ({ element }) => element !== text && element !== control && element.window === control.window && isBetween(element),
  );
}
