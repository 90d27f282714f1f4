import type { Reported } from "./caller.js";
import { forgetOldest } from "./forget-oldest.js";

/** How many shown screens are kept for callers that name one. */
const REMEMBERED = 16;

/** The screens of one device that were recently shown to callers, by the names that the callers know. */
export class ShownScreens {
  readonly #byName = new Map<string, Reported>();

  /** Adds a screen; the last added is removed last. */
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
