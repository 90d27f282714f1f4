import { area, type Rect, type Size, union } from "../../base/geometry.js";
import type { UiElement } from "../element.js";
import type { ActiveWindow } from "../facts.js";
import type { ViewHierarchy } from "../hierarchy.js";
import { type Word, wordsOf } from "./words.js";

/** The part of an observation on which a query is answered. Fields that are null or absent are unknown. */
export interface QueryScreen {
  readonly elements: readonly UiElement[];
  readonly viewHierarchy?: ViewHierarchy | null;
  readonly screenSize?: Size | null;
  readonly activeWindow?: ActiveWindow | null;
  /** The device's date, `2024-06-01`: the meaning of "today". */
  readonly today?: string | null;
  /** The least score of a match, 0 to 1; LEAST_SCORE if absent. */
  readonly leastScore?: number;
}

/** An element with the words that queries compare, prepared once for a query. */
export interface Indexed {
  readonly element: UiElement;
  /** Its place among all elements. */
  readonly place: number;
  /** The words of each label, and of all labels joined. */
  readonly labels: readonly (readonly Word[])[];
  /** The words of its value; empty for none. */
  readonly value: readonly Word[];
  /** The words of its resource id's name: `btn_delete`, `searchBox`. */
  readonly idWords: readonly Word[];
}

export interface ScreenIndex {
  readonly all: readonly Indexed[];
  readonly byRef: ReadonlyMap<string, Indexed>;
  /** The bounds of the screen, if known; else of all elements and windows. */
  readonly frame: Rect;
  readonly screen: QueryScreen;
  readonly today: string | null;
}

/** Prepares the elements that are searched. Of the others, only the containers of the searched elements are needed. */
export function indexScreen(screen: QueryScreen, isSearched: (element: UiElement) => boolean): ScreenIndex {
  const all = screen.elements.flatMap((element, place) => (isSearched(element) ? [indexed(element, place)] : []));
  const byRef = new Map(all.map((one) => [one.element.ref, one]));
  return { all, byRef, frame: frameOf(screen), screen, today: screen.today ?? null };
}

function indexed(element: UiElement, place: number): Indexed {
  const texts = element.labels.length > 1 ? [...element.labels, element.labels.join(" ")] : element.labels;
  return {
    element,
    place,
    labels: texts.map((text) => wordsOf(text)),
    value: element.value === null ? [] : wordsOf(element.value),
    idWords: wordsOf(idName(element.resourceId ?? "")),
  };
}

/**
 * The name of an id in words: `searchBox`, `search_box` and `search-box`, without words such as `btn` that name the
 * type of the view.
 */
function idName(id: string): string {
  const name = id.replace(/^.*:id\//, "").replace(/([\p{Ll}\d])(?=\p{Lu})/gu, "$1 ");
  const words = name
    .split(/[\s_./:-]+/)
    .filter((word) => !/^(?:btn|button|iv|img|image|tv|txt|et|ll|view|fab|ic|icon)$/i.test(word));
  return words.join(" ");
}

function frameOf({ screenSize, elements, viewHierarchy }: QueryScreen): Rect {
  if (screenSize) return { left: 0, top: 0, right: screenSize.width, bottom: screenSize.height };
  const roots = (viewHierarchy?.windows ?? []).map(({ root }) => (root === null ? null : viewHierarchy?.nodes[root]));
  const start: Rect = { left: 0, top: 0, right: 0, bottom: 0 };
  const shown = [...elements, ...roots].flatMap((one) => (one?.bounds ? [one.bounds] : []));
  return shown.reduce((all, one) => (area(one) > 0 ? union(all, one) : all), start);
}

/** The elements around an element, from the inside out. */
export function elementsAround(index: ScreenIndex, element: UiElement): readonly UiElement[] {
  const around: UiElement[] = [];
  for (let ref = element.parent; ref !== null; ) {
    const outer: UiElement | undefined = index.byRef.get(ref)?.element;
    if (!outer) break;
    around.push(outer);
    ref = outer.parent;
  }
  return around;
}
