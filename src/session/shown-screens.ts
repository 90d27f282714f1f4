import type { Reported } from "./caller.js";
import { forgetOldest } from "./forget-oldest.js";

/** How many screens that callers were shown are kept for callers that name one. */
const REMEMBERED = 16;

/** The screens of one device that callers were shown recently, by the names that they know. */
export class ShownScreens {
  readonly #byName = new Map<string, Reported>();

  /** The one that was shown last is removed last. */
  note(reported: Reported): void {
    this.#byName.delete(reported.name);
    this.#byName.set(reported.name, reported);
    forgetOldest(this.#byName, REMEMBERED);
  }

  clear(): void {
    this.#byName.clear();
  }

  of(name: string): Reported | undefined {
    return this.#byName.get(name);
  }
}
