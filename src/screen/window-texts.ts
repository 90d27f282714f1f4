import type { Rect } from "../base/geometry.js";
import { isTouchTarget } from "./element.js";
import { isClock, isMoney, withoutFigures } from "./meaning.js";
import { placesIn } from "./places-by-window.js";
import { type Elements, hidesParts } from "./traits.js";

/** The text of one element of a window. */
export interface Text {
  readonly place: number;
  /** The text as it is shown; without figures if they were seen counting. */
  readonly words: string;
  /** The text without its figures, unless they are money: a heading may contain a count. */
  readonly heading: string;
  readonly bounds: Rect;
  /** The nearest node around it that scrolls; null if there is none. */
  readonly scroller: number | null;
}

/**
 * The texts of one window that may name other elements: no clocks, fields or scroll containers. Of texts that were seen
 * counting (`isCounting`), the figures are left out. Each element and each node is read once, however deep a tree is.
 */
export class WindowTexts {
  readonly #screen: Elements;
  readonly #window: number;
  readonly #isCounting: (place: number) => boolean;
  readonly #known = new Map<number, Text | null>();
  readonly #scrollers = new Map<number, number | null>();
  #all: readonly Text[] | null = null;

  constructor(screen: Elements, window: number, isCounting: (place: number) => boolean) {
    this.#screen = screen;
    this.#window = window;
    this.#isCounting = isCounting;
  }

  /** The texts of elements that cannot be touched, in reading order. */
  get all(): readonly Text[] {
    const { elements } = this.#screen;
    this.#all ??= placesIn(elements, this.#window).flatMap((place) => {
      const element = elements[place];
      return element && !isTouchTarget(element) ? (this.at(place) ?? []) : [];
    });
    return this.#all;
  }

  /** The text of the element at this place; null if it has no words that count. */
  at(place: number): Text | null {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const text = this.#read(place);
    this.#known.set(place, text);
    return text;
  }

  #read(place: number): Text | null {
    const element = this.#screen.elements[place];
    if (!element || element.systemBar || element.labels.length === 0 || isClock(element)) return null;
    if (element.actions.includes("edit") || element.actions.includes("scroll")) return null;
    const said = element.labels.join(" ");
    const bare = withoutFigures(said);
    const words = this.#isCounting(place) ? bare : said;
    const heading = isMoney(said) ? said : bare;
    return { place, words, heading, bounds: element.bounds, scroller: this.scrollerOf(element.node) };
  }

  /** The nearest node around this one that scrolls; null if none does. */
  scrollerOf(node: number | null): number | null {
    const { nodes } = this.#screen.hierarchy;
    const passed: number[] = [];
    let at = node;
    let scroller = at === null ? null : this.#scrollers.get(at);
    while (at !== null && scroller === undefined) {
      passed.push(at);
      at = nodes[at]?.parent ?? null;
      const above = at === null ? undefined : nodes[at];
      if (at === null || above === undefined) scroller = null;
      else scroller = hidesParts(above) ? at : this.#scrollers.get(at);
    }
    for (const one of passed) this.#scrollers.set(one, scroller ?? null);
    return scroller ?? null;
  }
}

/** Whether a text with this heading is above the control; with `under`, only a text below that heading counts. */
export function standsAbove(
  texts: readonly Text[],
  control: Rect,
  { heading, under }: { readonly heading: string; readonly under: string | null },
): boolean {
  const above = (said: string, { top }: Rect) =>
    texts.filter((text) => text.heading === said && text.bounds.bottom <= top + 1);
  return above(heading, control).some(({ bounds }) => under === null || above(under, bounds).length > 0);
}

/**
 * The index of the first text for which `isSo` is true. The list has to be ordered: for all later ones it is true as
 * well.
 */
export function firstWhere(texts: readonly Text[], isSo: (text: Text) => boolean): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const text = texts[middle];
    if (text && isSo(text)) high = middle;
    else low = middle + 1;
  }
  return low;
}
