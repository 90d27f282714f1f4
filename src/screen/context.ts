import { areInLine, type Rect } from "../base/geometry.js";
import { Cards, liesIn, MOST_LEVELS, MOST_TEXTS } from "./cards.js";
import { ColumnHeads } from "./column-heads.js";
import { type ElementContext, isTouchTarget, NO_CONTEXT, type Role } from "./element.js";
import { isMoney } from "./meaning.js";
import { isName } from "./name-words.js";
import { nodesAbove } from "./nodes-above.js";
import { OpenGroups } from "./open-groups.js";
import { SelectedTabs } from "./selected-tab.js";
import { sumAbove } from "./sum-above.js";
import type { Elements, Looks } from "./traits.js";
import { firstWhere, standsAbove, type Text, WindowTexts } from "./window-texts.js";

const MOST_IN_DIALOG = 16;
/** Texts beside a control are searched among this many neighbours in reading order. */
const MOST_NEIGHBOURS = 24;
/** A text is right above a control if at most this share of the window's height lies between them. */
const NEAR = 0.03;
/** A text that consists of figures. */
const FIGURES = /^(?=.*\p{N})[\p{N}\p{P}\p{Zs}]+$/u;
/** A heading starts within this share of the window's height. */
const HEADING_AREA = 0.4;

/**
 * The context of the controls of one window: the texts of the row around each control; else the texts in one line with
 * it, the names and sums of its card, and the heading above it and the cards beside it; the text right above it; the
 * head of its column; the selected tab of a tab bar; the headings of its section and page; and all texts of its dialog.
 * Texts that show the time are left out. Figures are left out of headings, and of texts that were seen counting
 * (`isCounting`).
 */
export class ContextReader {
  readonly #screen: Elements;
  readonly #texts: WindowTexts;
  readonly #cards: Cards;
  readonly #tabs: SelectedTabs;
  readonly columns: ColumnHeads;
  readonly #groups: OpenGroups;
  #rows: ReadonlySet<number> | null = null;
  /** The texts, the lowest first. */
  #fromBelow: readonly Text[] | null = null;
  readonly #labels = new Map<number, number | null>();
  #heading: Text | null | undefined = undefined;
  #said: ReadonlySet<string> | null = null;

  constructor(screen: Elements, window: number, isCounting: (place: number) => boolean) {
    this.#screen = screen;
    this.#texts = new WindowTexts(screen, window, isCounting);
    this.#cards = new Cards(screen, window, this.#texts);
    this.#tabs = new SelectedTabs(screen, window);
    this.columns = new ColumnHeads(screen, window, this.#texts);
    this.#groups = new OpenGroups(screen, window, this.#texts);
  }

  /** The context of the element at this place; empty for an element that cannot be touched. */
  of(place: number): ElementContext {
    const element = this.#screen.elements[place];
    if (!element || !isTouchTarget(element) || element.node === null) return NO_CONTEXT;
    const around = [...this.#around(place), ...this.#beside(place)].map(({ words }) => words);
    const sums = around.length === 0 ? sumAbove(this.#screen, this.#texts, place) : [];
    const over = this.headingOverCards(place);
    const heads = [...this.#groups.of(place), ...this.columns.of(place), ...(over === null ? [] : [over])];
    return {
      near: [...new Set([...around, ...sums, ...heads, ...this.#tabs.of(place)])],
      section: this.#sectionOf(place)?.heading ?? null,
      heading: this.heading?.scroller === null ? this.heading.heading : null,
      dialog: this.#isDialog() ? this.#texts.all.slice(0, MOST_IN_DIALOG).map(({ heading }) => heading) : [],
    };
  }

  /**
   * The first text at the top of the window that does not scroll with the page; if every text scrolls, the first text.
   */
  get heading(): Text | null {
    if (this.#heading === undefined) this.#heading = this.#findHeading();
    return this.#heading;
  }

  /** Whether any text of the window has these words, in the form of a heading. */
  hasText(heading: string): boolean {
    this.#said ??= new Set(this.#texts.all.map((text) => text.heading));
    return this.#said.has(heading);
  }

  /** The bounds of the selected tab with these words; null if none is shown. */
  tabSaying(words: string): Rect | null {
    return this.#tabs.boundsOf(words);
  }

  /** The texts of elements that cannot be touched, in reading order. */
  get texts(): readonly Text[] {
    return this.#texts.all;
  }

  /** The places of the texts with these words. */
  placesOf(heading: string): readonly number[] {
    return this.#texts.all.filter((text) => text.heading === heading).map(({ place }) => place);
  }

  /** The places of the texts right above counts with these words: a count belongs to the title above it. */
  titlesOver(heading: string): readonly number[] {
    if (!heading.includes("#")) return [];
    const texts = this.#texts.all;
    return texts.flatMap((text, at) => {
      const above = texts[at - 1];
      return above && text.heading === heading && this.#isTitleOf(above, text) ? above.place : [];
    });
  }

  #isTitleOf(above: Text, text: Text): boolean {
    const between = this.#screen.elements.slice(above.place + 1, text.place);
    const isInColumn = above.bounds.left === text.bounds.left && above.scroller === text.scroller;
    return isName(above.words) && isInColumn && !between.some(isTouchTarget);
  }

  /**
   * Whether the last heading above the element has these words, even if the heading lies outside its scroll container.
   */
  isBelow(place: number, heading: string): boolean {
    return this.#sectionOf(place, () => true)?.heading === heading;
  }

  /**
   * Whether the heading is above the element and scrolls with it; with `under`, also below the heading of these words.
   */
  standsAbove(place: number, heading: string, under: string | null): boolean {
    const bounds = this.#screen.elements[place]?.bounds;
    return (
      bounds !== undefined && standsAbove(this.#texts.all.filter(this.#scrollsWith(place)), bounds, { heading, under })
    );
  }

  /** The texts of the elements around it, up to the size of a page. */
  #around(place: number): readonly Text[] {
    const found: Text[] = [];
    let at = this.#screen.parents[place] ?? null;
    for (let level = 0; at !== null && level < MOST_LEVELS; level += 1) {
      const text = this.#texts.at(at);
      if (text && !this.#cards.isLarge(this.#screen.elements[at]?.node ?? null)) found.push(text);
      at = this.#screen.parents[at] ?? null;
    }
    return found;
  }

  #beside(place: number): readonly Text[] {
    const element = this.#screen.elements[place];
    if (!element) return [];
    const card = this.#namesOfCard(place, element);
    const candidates = card ?? this.#neighbours(place);
    const isTitle = ({ place: at }: Text) => at === this.heading?.place && this.#isInToolbar(at);
    const inLine = candidates.filter((text) => areInLine(text.bounds, element.bounds) && !isTitle(text));
    const line = inLine.slice(0, MOST_TEXTS);
    // A text without a name, such as a number of likes, does not identify the card: the names of the card are added.
    if (line.some(isNameOrSum) || (line.length > 0 && !card)) return line;
    if (card) return [...new Set([...line, ...card.filter(isNameOrSum)])];
    if (element.labels.length > 0 && !LABELLED.has(element.role)) return [];
    return this.#labelOf(element.bounds, candidates);
  }

  /** The texts of its card. A text with a number below a field, as a status below a form, does not name the field. */
  #namesOfCard(place: number, { actions, bounds }: Looks): readonly Text[] | null {
    const texts = this.#cards.textsOf(place);
    if (texts === null || !actions.includes("edit")) return texts;
    const isStatus = (text: Text) =>
      text.bounds.top >= bounds.bottom - 1 && /[\p{Nd}#]/u.test(text.words) && !isMoney(text.words);
    const names = texts.filter((text) => !isStatus(text));
    return names.length === 0 ? null : names;
  }

  /** The nearest text right above; a text above that one may be a heading. */
  #labelOf(control: Rect, texts: readonly Text[]): readonly Text[] {
    const above = texts.filter(({ bounds }) => this.#isRightAbove(bounds, control));
    return above.toSorted((a, b) => b.bounds.bottom - a.bounds.bottom).slice(0, 1);
  }

  /** For cards in a row or a column: the last heading above all of them that is not part of a card. */
  headingOverCards(place: number): string | null {
    const cards = this.#cards.textsOfRow(place);
    const top = this.#screen.elements[place]?.bounds.top;
    if (!cards || top === undefined) return null;
    const scrollsWith = this.#scrollsWith(place);
    return this.#lastAbove(place, top, (text) => !cards.has(text.place) && scrollsWith(text))?.heading ?? null;
  }

  /** The window leaves space at the left or at the top; full pages leave space only for the bars. */
  #isDialog(): boolean {
    const { bounds } = this.#cards;
    return bounds !== null && (bounds.left > 0 || bounds.top > bounds.bottom * 0.15);
  }

  #isRightAbove(text: Rect, control: Rect): boolean {
    const distance = control.top - text.bottom;
    const overlaps = text.left < control.right && text.right > control.left;
    return overlaps && distance >= -1 && distance <= this.#near();
  }

  #near(): number {
    const { bounds: window } = this.#cards;
    return window ? (window.bottom - window.top) * NEAR : 0;
  }

  /** The text of a toolbar is the title of a page, not the name of a row. */
  #isInToolbar(place: number): boolean {
    const { elements, hierarchy } = this.#screen;
    const above = nodesAbove(hierarchy.nodes, elements[place]?.node, MOST_LEVELS);
    return [...above].some(([, node]) => /toolbar|action_?bar|app_?bar/i.test(`${node.className} ${node.resourceId}`));
  }

  /** Texts near the element in reading order that scroll with it. */
  #neighbours(place: number): readonly Text[] {
    const end = this.#firstTextAfter(place);
    const isWanted = this.#scrollsWith(place);
    const beside = this.#texts.all.slice(Math.max(0, end - MOST_NEIGHBOURS), end + MOST_NEIGHBOURS);
    return beside.filter((text) => isWanted(text) && !liesIn(this.#screen, text.place, place));
  }

  #scrollsWith(place: number): (text: Text) => boolean {
    const own = this.#texts.scrollerOf(this.#screen.elements[place]?.node ?? null);
    return ({ scroller }) => scroller === own;
  }

  /**
   * The last text above the element that is not part of a row and scrolls with the element (or matches `isWanted`). The
   * days of a calendar are figures: the month above them is their section, even if it stands between two buttons.
   */
  #sectionOf(place: number, isWanted = this.#scrollsWith(place)): Text | null {
    const element = this.#screen.elements[place];
    if (!element) return null;
    const mayBeInRow = saysFigures(element);
    return this.#lastAbove(place, element.bounds.top, isWanted, mayBeInRow);
  }

  #lastAbove(place: number, top: number, isWanted: (text: Text) => boolean, mayBeInRow = false): Text | null {
    const texts = this.#texts.all;
    const end = this.#firstTextAfter(place);
    for (let at = end - 1; at >= Math.max(0, end - MOST_NEIGHBOURS); at -= 1) {
      const text = texts[at];
      if (!text || !isWanted(text) || text.bounds.bottom > top + 1) continue;
      if (!isName(text.words)) continue;
      if (mayBeInRow ? this.#isOnlyNameInLine(at) : !this.#rowTexts().has(text.place)) return text;
    }
    return null;
  }

  /** Column heads, such as the days of a week, are several in one line. */
  #isOnlyNameInLine(at: number): boolean {
    const texts = this.#texts.all;
    const own = texts[at];
    const beside = texts.slice(Math.max(0, at - MOST_TEXTS), at + MOST_TEXTS + 1);
    return (
      own !== undefined && !beside.some((one) => one !== own && isName(one.words) && areInLine(one.bounds, own.bounds))
    );
  }

  /** How many texts come before the element in reading order. */
  #firstTextAfter(place: number): number {
    return firstWhere(this.#texts.all, (text) => text.place > place);
  }

  /**
   * The places of texts that lie in a row, have a control in one line, or label a control right below: these are names,
   * not headings.
   */
  #rowTexts(): ReadonlySet<number> {
    this.#rows ??= new Set(
      this.#texts.all.flatMap(({ place, bounds }) => (this.#isInRow(place, bounds) ? [place] : [])),
    );
    return this.#rows;
  }

  #isInRow(place: number, bounds: Rect): boolean {
    const { elements, parents } = this.#screen;
    if (elements[parents[place] ?? -1]?.role === "row") return true;
    for (let at = place - MOST_TEXTS; at <= place + MOST_TEXTS; at += 1) {
      const other = elements[at];
      if (!other || at === place || !isTouchTarget(other)) continue;
      const isLabel = LABELLED.has(other.role) && this.#nearestAbove(at, other.bounds) === place;
      if (isLabel || areInLine(bounds, other.bounds)) return true;
    }
    return false;
  }

  /** The place of the nearest text right above a control; null if there is none. */
  #nearestAbove(place: number, control: Rect): number | null {
    const known = this.#labels.get(place);
    if (known !== undefined) return known;
    this.#fromBelow ??= this.#texts.all.toSorted((a, b) => b.bounds.bottom - a.bounds.bottom);
    const first = firstWhere(this.#fromBelow, ({ bounds }) => bounds.bottom <= control.top + 1);
    let found: number | null = null;
    for (let at = first; found === null && at < this.#fromBelow.length; at += 1) {
      const text = this.#fromBelow[at];
      if (!text || control.top - text.bounds.bottom > this.#near()) break;
      if (this.#isRightAbove(text.bounds, control)) found = text.place;
    }
    this.#labels.set(place, found);
    return found;
  }

  #findHeading(): Text | null {
    const { bounds: window } = this.#cards;
    if (!window) return null;
    const limit = window.top + (window.bottom - window.top) * HEADING_AREA;
    const texts = this.#texts.all.filter((text) => isName(text.words) && text.bounds.top < limit);
    const fixed = texts.find(({ scroller }) => scroller === null);
    return fixed ?? texts.find(({ place, bounds }) => !this.#isInRow(place, bounds)) ?? null;
  }
}

/** Roles of controls that are usually labelled by a separate text. */
const LABELLED: ReadonlySet<Role> = new Set<Role>(["field", "slider", "dropdown", "progress"]);

function isNameOrSum({ words }: Text): boolean {
  return isName(words) || isMoney(words);
}

/** Whether its label consists of figures that the user did not enter. */
function saysFigures({ labels, actions }: Looks): boolean {
  return !actions.includes("edit") && FIGURES.test(labels.join(" "));
}
