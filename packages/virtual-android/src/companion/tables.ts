import type { NodeAction } from "./vocabulary.js";

/** The tables of words that the nodes of one message share. */
export class Tables {
  readonly names: string[] = [];
  readonly actionSets: (readonly NodeAction[])[] = [];
  readonly #places = new Map<string, number>();

  /** The position of a name in the table; -1 for "". */
  name(word: string): number {
    return word === "" ? -1 : this.#placeOf(`name ${word}`, this.names, word);
  }

  /** The position of a list of actions in the table; -1 for an empty list. */
  actions(set: readonly NodeAction[]): number {
    return set.length === 0 ? -1 : this.#placeOf(`set ${set.join()}`, this.actionSets, set);
  }

  #placeOf<T>(key: string, list: T[], value: T): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, list.length);
    return list.push(value) - 1;
  }
}
