import type { UiElement } from "./element.js";
import type { ViewHierarchy } from "./hierarchy.js";
import { parentPlaces } from "./parent-places.js";
import { type Elements, TraitsReader } from "./traits.js";

/** The elements of one observation with their refs, and the hierarchy that they were made from. */
export interface IdentifiedScreen {
  readonly elements: readonly UiElement[];
  readonly viewHierarchy: ViewHierarchy;
}

/** A screen for comparisons, with the data for these computed on first use. */
export class SeenScreen implements IdentifiedScreen {
  readonly elements: readonly UiElement[];
  readonly viewHierarchy: ViewHierarchy;
  #screen: Elements | null = null;
  #traits: TraitsReader | null = null;
  #refs: ReadonlyMap<string, number> | null = null;

  constructor({ elements, viewHierarchy }: IdentifiedScreen) {
    this.elements = elements;
    this.viewHierarchy = viewHierarchy;
  }

  get screen(): Elements {
    const { elements, viewHierarchy: hierarchy } = this;
    this.#screen ??= { elements, parents: parentPlaces(elements), hierarchy };
    return this.#screen;
  }

  get traits(): TraitsReader {
    this.#traits ??= new TraitsReader(this.screen);
    return this.#traits;
  }

  /** The places of the elements, by their refs and earlier refs. */
  get refs(): ReadonlyMap<string, number> {
    this.#refs ??= new Map(this.elements.flatMap(({ ref, was }, place) => [ref, ...was].map((one) => [one, place])));
    return this.#refs;
  }
}

/** An element as it was last seen, and the screen on which it was seen. */
export interface KnownElement {
  readonly element: UiElement;
  readonly seen: SeenScreen;
}

/** One earlier observation of a window. */
export interface SeenWindow {
  readonly seen: SeenScreen;
  /** Its place among the windows of that screen. */
  readonly window: number;
  /** Places of its elements that are in no later observation. */
  readonly gone: readonly number[];
}
