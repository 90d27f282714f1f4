import type { Told } from "./caller.js";
import { forgetOldest } from "./forget-oldest.js";

/** So many screens that callers were told of are kept for callers that name one. */
const REMEMBERED = 16;

/** What callers were told of one device lately, by the names that they know it by. */
export class ShownScreens {
  readonly #byName = new Map<string, Told>();

  /** The one that was told last is forgotten last. */
  note(told: Told): void {
    this.#byName.delete(told.name);
    this.#byName.set(told.name, told);
    forgetOldest(this.#byName, REMEMBERED);
  }

  of(name: string): Told | undefined {
    return this.#byName.get(name);
  }
}
