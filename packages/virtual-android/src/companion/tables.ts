import type { NodeAction } from "./vocabulary.js";

/** The words that the nodes of one message share. */
export class Tables {
  readonly names: string[] = [];
  readonly actionSets: (readonly NodeAction[])[] = [];
  readonly #places = new Map<string, number>();

  /** The place of a name among all that were asked for; -1 for none. */
  name(word: string): number {
    return word === "" ? -1 : this.#placeOf(`name ${word}`, this.names, word);
  }

  /** The place of a list of actions; -1 for an empty one. */
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
