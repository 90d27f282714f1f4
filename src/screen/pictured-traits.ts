import type { Rect } from "../base/geometry.js";
import type { Traits, TraitsSource } from "./traits.js";

/** Traits that include images. The words for images depend on the screen that is compared. */
export class PicturedTraits implements TraitsSource {
  readonly #traits: TraitsSource;
  readonly #words: ReadonlyMap<number, string>;
  readonly #known = new Map<number, Traits>();

  constructor(traits: TraitsSource, words: ReadonlyMap<number, string>) {
    this.#traits = traits;
    this.#words = words;
  }

  /** The traits at this place; the same object as in an earlier answer. */
  of(place: number): Traits {
    const word = this.#words.get(place);
    if (word === undefined) return this.#traits.of(place);
    const known = this.#known.get(place) ?? knownByPicture(this.#traits.of(place), word);
    this.#known.set(place, known);
    return known;
  }

  around(place: number): number | null {
    return this.#traits.around(place);
  }

  list(place: number): Rect | null {
    return this.#traits.list(place);
  }
}

/** The traits of an element that its image identifies in place of words, with the word from `visualWords`. */
function knownByPicture(traits: Traits, word: string): Traits {
  const { place, parent, window, kind, idKey, list, page, isListed, bounds } = traits;
  const key = `${traits.key}\u0001${word}`;
  return { place, parent, window, kind, key, idKey, isDistinct: true, name: null, list, page, isListed, bounds };
}
