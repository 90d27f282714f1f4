import { isTouchTarget } from "./element.js";
import { withoutFigures } from "./meaning.js";
import { isName } from "./name-words.js";
import { placesIn } from "./places-by-window.js";
import type { Elements, Looks } from "./traits.js";
import type { WindowTexts } from "./window-texts.js";

/** The characters by which group headers show that the group is open. */
const OPEN = /[▾▼▿▽⌄]/u;
/** The characters by which they show that it is closed. */
const CLOSED = /[▸▶▹▷]/u;

/** The open groups of one window: a group is everything below a header that can be collapsed, up to the next header. */
export class OpenGroups {
  readonly #screen: Elements;
  readonly #window: number;
  readonly #texts: WindowTexts;
  #groups: ReadonlyMap<number, string> | null = null;

  constructor(screen: Elements, window: number, texts: WindowTexts) {
    this.#screen = screen;
    this.#window = window;
    this.#texts = texts;
  }

  /** The words of the header of the group that the element is in; empty if it is in none. */
  of(place: number): readonly string[] {
    this.#groups ??= this.#find();
    const words = this.#groups.get(place);
    return words === undefined ? [] : [words];
  }

  #find(): ReadonlyMap<number, string> {
    const groups = new Map<number, string>();
    const { elements } = this.#screen;
    let header: Looks | null = null;
    for (const place of placesIn(elements, this.#window)) {
      const element = elements[place];
      if (!element || element.node === null || !isTouchTarget(element)) continue;
      const words = header && groupWords(header);
      if (isOpen(element) !== null) header = element;
      else if (header && words && this.#isBelow(element, header)) groups.set(place, words);
    }
    return groups;
  }

  /** Whether it is in the column below the header, and scrolls with it. */
  #isBelow({ bounds, node }: Looks, { bounds: head, node: headNode }: Looks): boolean {
    const isInColumn = head.left <= bounds.left && head.right >= bounds.right && head.bottom <= bounds.top + 1;
    return isInColumn && this.#texts.scrollerOf(node) === this.#texts.scrollerOf(headNode);
  }
}

/** The words of an open header, without figures, which may count the items; null for any other element. */
export function groupWords(element: Pick<Looks, "expanded" | "labels">): string | null {
  const words = withoutFigures(element.labels.filter(isName).join(" "));
  return isOpen(element) === true && words !== "" ? words : null;
}

/** Whether a header is open; null for elements that cannot be collapsed. */
function isOpen({ expanded, labels }: Pick<Looks, "expanded" | "labels">): boolean | null {
  if (expanded !== null) return expanded;
  if (labels.some((label) => OPEN.test(label))) return true;
  return labels.some((label) => CLOSED.test(label)) ? false : null;
}
