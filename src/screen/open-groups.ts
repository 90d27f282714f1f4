import { isTouchTarget } from "./element.js";
import { withoutFigures } from "./meaning.js";
import { isName } from "./name-words.js";
import { placesIn } from "./places-by-window.js";
import type { Elements, Looks } from "./traits.js";
import type { WindowTexts } from "./window-texts.js";

/** Signs by which headers of groups show that they are open, and that they are not. */
const OPEN = /[▾▼▿▽⌄]/u;
const CLOSED = /[▸▶▹▷]/u;

/** The open groups of one window: what is below a header that can be folded, up to the next one, is part of it. */
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

  /** What the header says of the group in which the element at this place is; empty if it is in none. */
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

  /** In its column, and scrolled with it. */
  #isBelow({ bounds, node }: Looks, { bounds: head, node: headNode }: Looks): boolean {
    const isInColumn = head.left <= bounds.left && head.right >= bounds.right && head.bottom <= bounds.top + 1;
    return isInColumn && this.#texts.scrollerOf(node) === this.#texts.scrollerOf(headNode);
  }
}

/** What an open header says, without figures: it may count what is in it. Null for anything else. */
export function groupWords(element: Pick<Looks, "expanded" | "labels">): string | null {
  const words = withoutFigures(element.labels.filter(isName).join(" "));
  return isOpen(element) === true && words !== "" ? words : null;
}

/** Null for what cannot be folded. */
function isOpen({ expanded, labels }: Pick<Looks, "expanded" | "labels">): boolean | null {
  if (expanded !== null) return expanded;
  if (labels.some((label) => OPEN.test(label))) return true;
  return labels.some((label) => CLOSED.test(label)) ? false : null;
}
