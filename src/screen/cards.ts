import { area, type Rect } from "../base/geometry.js";
import { isTouchTarget } from "./element.js";
import { nodesAbove } from "./nodes-above.js";
import { placesIn } from "./places-by-window.js";
import { classReader, isCollection } from "./role.js";
import { type Elements, hidesParts } from "./traits.js";
import type { Text, WindowTexts } from "./window-texts.js";

/**
 * An element that covers more of its window than this share is a page or a part of one, not the card of one control.
 */
const LARGEST_CARD = 0.34;
/** The most controls and texts that a card contains. */
const MOST_CONTROLS = 4;
export const MOST_TEXTS = 8;
/** How many levels of the hierarchy are searched upwards for a group. */
export const MOST_LEVELS = 24;

/** The texts and the number of controls in a node, counted up to the limits of a card. */
type Held = { readonly texts: Text[]; controls: number };

interface Card {
  readonly node: number;
  readonly texts: readonly Text[];
}

/** The cards of one window: the smallest groups of controls and texts. */
export class Cards {
  /** The bounds of the window; null if its source does not report them. */
  readonly bounds: Rect | null;
  readonly #screen: Elements;
  readonly #window: number;
  readonly #texts: WindowTexts;
  readonly #classOf = classReader();
  /** Whether a node ends the search, by node: cached, since the answer is needed for every element in the node. */
  readonly #ends = new Map<number, boolean>();
  #held: ReadonlyMap<number, Held> | null = null;
  #byParent: ReadonlyMap<number, readonly Held[]> | null = null;

  constructor(screen: Elements, window: number, texts: WindowTexts) {
    this.#screen = screen;
    this.#window = window;
    this.#texts = texts;
    const { windows, nodes } = screen.hierarchy;
    this.bounds = nodes[windows[window]?.root ?? -1]?.bounds ?? null;
  }

  /** The texts of the smallest group around an element that has texts; null if that group is larger than a card. */
  textsOf(place: number): readonly Text[] | null {
    return this.#cardOf(place)?.texts ?? null;
  }

  /**
   * Places of the texts of the card around an element and of the cards beside it. Null if the element is in no card, or
   * if no card beside it has the same number of texts and controls.
   */
  textsOfRow(place: number): ReadonlySet<number> | null {
    const card = this.#cardOf(place);
    const own = card && this.#heldByNode().get(card.node);
    const parent = card && (this.#screen.hierarchy.nodes[card.node]?.parent ?? null);
    if (!own || parent === null) return null;
    const beside = this.#cardsByParent().get(parent) ?? [];
    const isAlike = ({ texts, controls }: Held) => texts.length === own.texts.length && controls === own.controls;
    if (beside.filter(isAlike).length < 2) return null;
    return new Set(beside.flatMap(({ texts }) => texts.map((text) => text.place)));
  }

  isLarge(node: number | null): boolean {
    const bounds = node === null ? null : (this.#screen.hierarchy.nodes[node]?.bounds ?? null);
    return bounds !== null && this.bounds !== null && area(bounds) > area(this.bounds) * LARGEST_CARD;
  }

  #cardOf(place: number): Card | null {
    const { elements, hierarchy } = this.#screen;
    for (const [node] of nodesAbove(hierarchy.nodes, elements[place]?.node, MOST_LEVELS)) {
      if (this.#endsCards(node)) return null;
      const held = this.#heldByNode().get(node);
      const texts = (held?.texts ?? []).filter((text) => !liesIn(this.#screen, text.place, place));
      if (held && (texts.length > MOST_TEXTS || held.controls > MOST_CONTROLS)) return null;
      if (texts.length > 0) return { node, texts };
    }
    return null;
  }

  /** Whether a node is large or scrolls: a card around it would also contain the texts of other controls. */
  #endsCards(node: number): boolean {
    const known = this.#ends.get(node);
    if (known !== undefined) return known;
    const found = this.#screen.hierarchy.nodes[node];
    const ends = !found || this.isLarge(node) || hidesParts(found) || isCollection(this.#classOf(found));
    this.#ends.set(node, ends);
    return ends;
  }

  /** The nodes that contain both texts and controls, by their parent. */
  #cardsByParent(): ReadonlyMap<number, readonly Held[]> {
    if (this.#byParent) return this.#byParent;
    const byParent = new Map<number, Held[]>();
    for (const [node, held] of this.#heldByNode()) {
      const parent = this.#screen.hierarchy.nodes[node]?.parent ?? null;
      if (parent === null || held.texts.length === 0 || held.controls === 0) continue;
      const beside = byParent.get(parent);
      if (beside) beside.push(held);
      else byParent.set(parent, [held]);
    }
    this.#byParent = byParent;
    return byParent;
  }

  #heldByNode(): ReadonlyMap<number, Held> {
    if (this.#held) return this.#held;
    const byNode = new Map<number, Held>();
    const texts = new Map(this.#texts.all.map((text) => [text.place, text]));
    for (const place of placesIn(this.#screen.elements, this.#window)) {
      const element = this.#screen.elements[place];
      if (!element || element.node === null) continue;
      const text = texts.get(place);
      if (text || isTouchTarget(element)) this.#hold(byNode, element.node, text);
    }
    this.#held = byNode;
    return byNode;
  }

  #hold(byNode: Map<number, Held>, node: number, text: Text | undefined): void {
    for (const [at] of nodesAbove(this.#screen.hierarchy.nodes, node, MOST_LEVELS)) {
      if (this.#endsCards(at)) return;
      const held = byNode.get(at) ?? { texts: [], controls: 0 };
      byNode.set(at, held);
      if (!text) held.controls += 1;
      // One text more than the limit is enough to show that there are too many.
      else if (held.texts.length <= MOST_TEXTS) held.texts.push(text);
    }
  }
}

/** Whether one element lies in another, or is that one. */
export function liesIn({ parents }: Elements, place: number, around: number): boolean {
  let at: number | null = place;
  for (let level = 0; at !== null && level < MOST_LEVELS; level += 1) {
    if (at === around) return true;
    at = parents[at] ?? null;
  }
  return false;
}
