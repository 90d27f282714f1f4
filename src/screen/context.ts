import { area, type Rect } from "../base/geometry.js";
import { type ElementContext, isTouchTarget, NO_CONTEXT } from "./element.js";
import type { UiNode } from "./hierarchy.js";
import { isClock, withoutFigures } from "./meaning.js";
import { classReader, isCollection } from "./role.js";
import { type Elements, hidesParts } from "./traits.js";

/** What covers more of its window than this is a page: what it says as a whole is no context of one control. */
const LARGEST_GROUP = 0.6;
/** A group with more texts than this is a page, too. */
const MOST_TEXTS = 12;
/** Groups are looked for so many levels up, and texts beside a control among so many neighbours in reading order. */
const MOST_LEVELS = 24;
const MOST_NEIGHBOURS = 24;
/** A text stands above a control if no more than this share of the window's height lies between them. */
const NEAR = 0.06;
/** A heading starts within this share of the window's height. */
const HEADING_AREA = 0.4;

interface Text {
  readonly place: number;
  readonly words: string;
  readonly bounds: Rect;
  /** The node that scrolls around it; null where nothing does. */
  readonly scroller: number | null;
}

/**
 * Tells the context of the controls of one window: the words of the row or card around it; else those of the smallest
 * group of views that says something, of a dialog all of them; else what stands in one line with it or right above it;
 * and the heading of the page. What shows the time, or was seen counting (`isCounting`), counts without its figures.
 */
export class ContextReader {
  readonly #screen: Elements;
  readonly #window: number;
  readonly #isCounting: (place: number) => boolean;
  readonly #classOf = classReader();
  #texts: readonly Text[] | null = null;
  #byNode: ReadonlyMap<number, readonly Text[]> | null = null;
  #heading: Text | null | undefined = undefined;
  #words: ReadonlySet<string> | null = null;

  constructor(screen: Elements, window: number, isCounting: (place: number) => boolean) {
    this.#screen = screen;
    this.#window = window;
    this.#isCounting = isCounting;
  }

  /** Of the element at this place; empty for what takes no touch. */
  of(place: number): ElementContext {
    const element = this.#screen.elements[place];
    if (!element || !isTouchTarget(element) || element.node === null) return NO_CONTEXT;
    const near = [...this.#around(place), ...this.#beside(place)].map(({ words }) => words);
    const heading = this.heading?.scroller === null ? this.heading.words : null;
    return { near: [...new Set(near)], heading };
  }

  /** The first text at the top of the window that stays while the page scrolls; where all scrolls, the first of all. */
  get heading(): Text | null {
    if (this.#heading === undefined) this.#heading = this.#findHeading();
    return this.#heading;
  }

  /** Whether any text of the window says this. */
  says(words: string): boolean {
    this.#words ??= new Set(this.#allTexts().map((text) => text.words));
    return this.#words.has(words);
  }

  /** The elements around it that say something, up to the page. */
  #around(place: number): readonly Text[] {
    const found: Text[] = [];
    let at = this.#screen.parents[place] ?? null;
    for (let level = 0; at !== null && level < MOST_LEVELS; level += 1) {
      const text = this.#textAt(at);
      if (text && !this.#isPage(this.#screen.elements[at]?.node ?? null)) found.push(text);
      at = this.#screen.parents[at] ?? null;
    }
    return found;
  }

  #beside(place: number): readonly Text[] {
    const element = this.#screen.elements[place];
    if (!element) return [];
    const group = this.#groupOf(place);
    const candidates = group ?? this.#neighbours(place);
    const inLine = candidates.filter(({ bounds }) => areInLine(bounds, element.bounds));
    if (inLine.length > 0 && inLine.length <= MOST_TEXTS) return inLine;
    if (group && !this.#hasTwin(place)) return group;
    const above = candidates.filter(({ bounds }) => this.#isRightAbove(bounds, element.bounds));
    return above.toSorted((a, b) => b.bounds.bottom - a.bounds.bottom).slice(0, 1);
  }

  /** The texts of the smallest group around it that has any; null where only a page has. */
  #groupOf(place: number): readonly Text[] | null {
    const { elements, hierarchy } = this.#screen;
    let at = hierarchy.nodes[elements[place]?.node ?? -1]?.parent ?? null;
    for (let level = 0; at !== null && level < MOST_LEVELS; level += 1) {
      const node = hierarchy.nodes[at];
      if (!node || this.#endsGroups(at)) return null;
      const texts = (this.#textsByNode().get(at) ?? []).filter((text) => !this.#liesIn(text.place, place));
      if (texts.length > MOST_TEXTS) return null;
      if (texts.length > 0) return texts;
      at = node.parent;
    }
    return null;
  }

  /** A page, or what scrolls on one: what else is in it belongs to other things. */
  #endsGroups(node: number): boolean {
    const found = this.#screen.hierarchy.nodes[node];
    if (!found) return true;
    return !this.#isDialog() && (this.#isPage(node) || hidesParts(found) || isCollection(this.#classOf(found)));
  }

  /** A dialog is none, however much of its window it fills. */
  #isPage(node: number | null): boolean {
    const bounds = node === null ? null : (this.#screen.hierarchy.nodes[node]?.bounds ?? null);
    const window = this.#bounds();
    if (!bounds || !window || this.#isDialog()) return false;
    return area(bounds) > area(window) * LARGEST_GROUP;
  }

  #bounds(): Rect | null {
    const { windows, nodes } = this.#screen.hierarchy;
    const root = windows[this.#window]?.root ?? null;
    return root === null ? null : (nodes[root]?.bounds ?? null);
  }

  /** It leaves room at the left or at the top, which pages do for bars only. */
  #isDialog(): boolean {
    const bounds = this.#bounds();
    return bounds !== null && (bounds.left > 0 || bounds.top > bounds.bottom * 0.15);
  }

  #isRightAbove(text: Rect, control: Rect): boolean {
    const window = this.#bounds();
    const distance = control.top - text.bottom;
    const overlaps = text.left < control.right && text.right > control.left;
    return overlaps && distance >= -1 && distance <= (window ? (window.bottom - window.top) * NEAR : 0);
  }

  #hasTwin(place: number): boolean {
    const { elements, parents } = this.#screen;
    const element = elements[place];
    const labels = element?.labels.join("\u0001");
    for (let at = Math.max(0, place - MOST_NEIGHBOURS); at <= place + MOST_NEIGHBOURS; at += 1) {
      const other = elements[at];
      if (!other || at === place || other.window !== this.#window || !isTouchTarget(other)) continue;
      if (parents[at] === parents[place] && other.labels.join("\u0001") === labels) return true;
    }
    return false;
  }

  #liesIn(place: number, around: number): boolean {
    let at: number | null = place;
    for (let level = 0; at !== null && level < MOST_LEVELS; level += 1) {
      if (at === around) return true;
      at = this.#screen.parents[at] ?? null;
    }
    return false;
  }

  /** Texts near it in reading order that scroll with it. */
  #neighbours(place: number): readonly Text[] {
    const scroller = this.#scrollerOf(this.#screen.elements[place]?.node ?? null);
    const texts = this.#allTexts();
    const first = texts.findIndex((text) => text.place > place);
    const end = first < 0 ? texts.length : first;
    return texts
      .slice(Math.max(0, end - MOST_NEIGHBOURS), end + MOST_NEIGHBOURS)
      .filter((text) => text.scroller === scroller && !this.#liesIn(text.place, place));
  }

  #allTexts(): readonly Text[] {
    this.#texts ??= this.#screen.elements.flatMap((element, place) => {
      if (element.window !== this.#window || isTouchTarget(element)) return [];
      return this.#textAt(place) ?? [];
    });
    return this.#texts;
  }

  #textAt(place: number): Text | null {
    const element = this.#screen.elements[place];
    if (!element || element.systemBar || element.labels.length === 0 || isClock(element)) return null;
    if (element.actions.includes("edit") || element.actions.includes("scroll")) return null;
    const said = element.labels.join(" ");
    const words = this.#isCounting(place) ? withoutFigures(said) : said;
    return { place, words, bounds: element.bounds, scroller: this.#scrollerOf(element.node) };
  }

  #textsByNode(): ReadonlyMap<number, readonly Text[]> {
    if (this.#byNode) return this.#byNode;
    const byNode = new Map<number, Text[]>();
    const { elements, hierarchy } = this.#screen;
    for (const text of this.#allTexts()) {
      let at = hierarchy.nodes[elements[text.place]?.node ?? -1]?.parent ?? null;
      for (let level = 0; at !== null && level < MOST_LEVELS && !this.#endsGroups(at); level += 1) {
        const texts = byNode.get(at) ?? [];
        if (texts.length === 0) byNode.set(at, texts);
        // One more than counts says that there are too many.
        if (texts.length <= MOST_TEXTS) texts.push(text);
        at = hierarchy.nodes[at]?.parent ?? null;
      }
    }
    this.#byNode = byNode;
    return byNode;
  }

  #scrollerOf(node: number | null): number | null {
    const { nodes } = this.#screen.hierarchy;
    let at = node === null ? null : (nodes[node]?.parent ?? null);
    for (let level = 0; at !== null && level < MOST_LEVELS; level += 1) {
      const found: UiNode | undefined = nodes[at];
      if (found && hidesParts(found)) return at;
      at = found?.parent ?? null;
    }
    return null;
  }

  #findHeading(): Text | null {
    const window = this.#bounds();
    if (!window) return null;
    const limit = window.top + (window.bottom - window.top) * HEADING_AREA;
    const texts = this.#allTexts().filter(({ words, bounds }) => /\p{L}/u.test(words) && bounds.top < limit);
    return texts.find(({ scroller }) => scroller === null) ?? texts[0] ?? null;
  }
}

/** More than half of the lower one's height is beside the other. */
function areInLine(one: Rect, other: Rect): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared * 2 > Math.min(one.bottom - one.top, other.bottom - other.top);
}
