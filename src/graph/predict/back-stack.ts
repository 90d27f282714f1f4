/** The screens that a run is on top of, as far as it was followed: where "back" leads. */
export class BackStack {
  readonly #screens: string[] = [];

  /** Arrives at a screen; if the run is on top of it already, all screens above it are taken away. */
  visit(screen: string): void {
    const known = this.#screens.indexOf(screen);
    if (known >= 0) this.#screens.length = known + 1;
    else this.#screens.push(screen);
  }

  /** Forgets all: it is not known how the next screen was reached. */
  clear(): void {
    this.#screens.length = 0;
  }

  /** The screen below the one that was visited last; null if none is known. */
  get before(): string | null {
    return this.#screens.at(-2) ?? null;
  }
}
