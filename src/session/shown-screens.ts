import type { Reported } from "./caller.js";
import { forgetOldest } from "./forget-oldest.js";

/** So many screens that callers were told of are kept for callers that name one. */
const REMEMBERED = 16;

/** What callers were told of one device lately, by the names that they know it by. */
export class ShownScreens {
  readonly #byName = new Map<string, Reported>();

  /** The one that was told last is forgotten last. */
  note(reported: Reported): void {
    this.#byName.delete(reported.name);
    this.#byName.set(reported.name, reported);
    forgetOldest(this.#byName, REMEMBERED);
  }

  of(name: string): Reported | undefined {
    return this.#byName.get(name);
  }
}
