import { area, intersect, isEmpty, type Rect } from "../../base/geometry.js";
import { isActionable, isTouchTarget, type UiElement } from "../../screen/element.js";

/** Which elements are marked in an image. */
export interface MarkChoice {
  /** The part of the screen that the image shows, in the elements' pixels. */
  readonly part: Rect;
  /** Whether all visible elements are marked, even if they cannot be acted on. */
  readonly isChosen: boolean;
  /** The refs of elements that are marked however large they are. */
  readonly named: ReadonlySet<string>;
  readonly most: number;
}

/** Containers that fill more of the image than this get no mark: it would add nothing. */
const LARGEST_MARKED = 0.6;

/**
 * The elements that get a mark, and those that only the limit leaves out, both in the order of the screen. If there are
 * too many, elements that only scroll are left out first, then the last ones.
 */
export function markedElements(
  elements: readonly UiElement[],
  choice: MarkChoice,
): { readonly marked: readonly UiElement[]; readonly left: readonly UiElement[] } {
  const able = elements.filter((element) => isAble(element, choice));
  const first = able.toSorted((a, b) => rankOf(a, choice) - rankOf(b, choice)).slice(0, choice.most);
  const chosen = new Set(first);
  return { marked: able.filter((one) => chosen.has(one)), left: able.filter((one) => !chosen.has(one)) };
}

function rankOf(element: UiElement, { named }: MarkChoice): number {
  if (named.has(element.ref)) return 0;
  return isTouchTarget(element) ? 1 : 2;
}

function isAble(element: UiElement, { part, isChosen, named }: MarkChoice): boolean {
  const shown = intersect(element.bounds, part);
  if (isEmpty(shown)) return false;
  if (named.has(element.ref)) return true;
  if (element.vision?.why === "covered") return false;
  return (isChosen || isActionable(element)) && area(shown) <= area(part) * LARGEST_MARKED;
}
