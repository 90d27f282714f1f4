import { areInLine, type Rect } from "../base/geometry.js";
import { isTouchTarget } from "./element.js";
import { withoutFigures } from "./meaning.js";
import { isName } from "./name-words.js";
import { placesIn } from "./places-by-window.js";
import { classReader, isCollection } from "./role.js";
import { type Elements, hidesParts, type Looks } from "./traits.js";

/**
 * A tab bar, or similar controls of which one is selected: the selected one shows which page is open or what is chosen.
 */
interface Strip {
  /** The words of the selected tab, without figures: a tab may count new items on its page. */
  readonly words: string;
  /** The places of all tabs. */
  readonly members: ReadonlySet<number>;
  readonly bounds: Rect;
  /** The area of a navigation rail, from its first to its last tab; its page is beside it. Null for other tab bars. */
  readonly rail: Rect | null;
}

/** The selected tabs of the tab bars of one window. */
export class SelectedTabs {
  readonly #screen: Elements;
  readonly #window: number;
  #strips: readonly Strip[] | null = null;

  constructor(screen: Elements, window: number) {
    this.#screen = screen;
    this.#window = window;
  }

  /** The selected tabs of the tab bars on whose pages the element lies; the element is not part of these tab bars. */
  of(place: number): readonly string[] {
    const { elements, hierarchy } = this.#screen;
    const bounds = elements[place]?.bounds;
    const window = hierarchy.nodes[hierarchy.windows[this.#window]?.root ?? -1]?.bounds;
    if (!bounds || !window) return [];
    const own = this.#all().filter((strip) => !strip.members.has(place) && isOnPageOf(strip, bounds, window));
    return own.map(({ words }) => words);
  }

  /**
   * The bounds of the selected tab with these words; null if none is shown, and for a rail, whose page is beside it.
   */
  boundsOf(tab: string): Rect | null {
    return this.#all().find(({ words, rail }) => rail === null && words === tab)?.bounds ?? null;
  }

  #all(): readonly Strip[] {
    this.#strips ??= stripsIn(this.#screen, this.#window);
    return this.#strips;
  }
}

/**
 * Finds tab bars: controls side by side in one parent, of which exactly one is selected. These are all controls of the
 * parent; or, if a page contains them directly, the controls of one class in one line. The lines of a list do not
 * count.
 */
function stripsIn({ elements, hierarchy }: Elements, window: number): readonly Strip[] {
  const groups = new Map<number, number[]>();
  for (const place of placesIn(elements, window)) {
    const element = elements[place];
    if (!element || element.node === null || !isTouchTarget(element)) continue;
    const parent = hierarchy.nodes[element.node]?.parent ?? null;
    if (parent === null) continue;
    const group = groups.get(parent) ?? [];
    groups.set(parent, group);
    group.push(place);
  }
  return [...groups].flatMap(([parent, places]) => {
    const strip = stripOf(elements, places);
    if (strip) return [strip];
    const node = hierarchy.nodes[parent];
    return !node || hidesParts(node) || isCollection(classReader()(node)) ? [] : stripsAmong(elements, places);
  });
}

/**
 * Each selected control is compared with all controls beside it: with more selected controls in one parent than this,
 * none of them is a tab.
 */
const MOST_SELECTED = 32;

function stripsAmong(elements: Elements["elements"], places: readonly number[]): readonly Strip[] {
  const selected = places.filter((place) => elements[place]?.selected === true);
  if (selected.length > MOST_SELECTED) return [];
  return selected.flatMap((place) => {
    const own = elements[place];
    const isBeside = (other: Looks | undefined) =>
      other !== undefined && other.className === own?.className && areInLine(other.bounds, own.bounds);
    return (
      stripOf(
        elements,
        places.filter((at) => isBeside(elements[at])),
      ) ?? []
    );
  });
}

const LEAST_IN_RAIL = 3;

function stripOf(elements: Elements["elements"], places: readonly number[]): Strip | null {
  const found = places.flatMap((place) => elements[place] ?? []);
  const [selected, second] = found.filter((element) => element.selected === true);
  if (!selected || second || found.length < 2 || selected.actions.includes("edit")) return null;
  const words = tabWords(selected);
  if (!isName(words)) return null;
  const rail = railOf(found, selected);
  if (!rail && found.some(({ bounds }) => !areInLine(bounds, selected.bounds))) return null;
  return { words, members: new Set(places), bounds: selected.bounds, rail };
}

/** The area of three or more controls of one kind in a column: a navigation rail, or a list beside its content. */
function railOf(found: readonly Looks[], { className, bounds: own }: Looks): Rect | null {
  const isBelow = ({ className: kind, bounds }: Looks, nth: number) => {
    const above = found[nth - 1]?.bounds;
    const isInColumn = kind === className && bounds.left === own.left && bounds.right === own.right;
    return isInColumn && (above === undefined || bounds.top >= above.bottom - 1);
  };
  const [first, last] = [found[0]?.bounds, found.at(-1)?.bounds];
  if (found.length < LEAST_IN_RAIL || !first || !last || !found.every(isBelow)) return null;
  return { left: own.left, top: first.top, right: own.right, bottom: last.bottom };
}

/** The words of a tab, without figures, which may count new items on its page. */
export function tabWords({ labels }: Pick<Looks, "labels">): string {
  return withoutFigures([...new Set(labels)].join(" "));
}

/**
 * Whether a control is on the page of a tab bar: below it; for a bar in the lower part of its window, also above it;
 * for a rail, beside it.
 */
function isOnPageOf({ bounds, rail }: Strip, control: Rect, window: Rect): boolean {
  if (rail) return control.left >= rail.right - 1 || control.right <= rail.left + 1;
  const isLow = bounds.top + bounds.bottom > window.top + window.bottom;
  return control.top >= bounds.bottom - 1 || (isLow && control.bottom <= bounds.top + 1);
}
