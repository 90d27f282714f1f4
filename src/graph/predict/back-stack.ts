/** The screens below the present screen of a run, as far as they are known: "back" leads to the last one. */
export class BackStack {
  readonly #screens: string[] = [];

  /** Moves to a screen. If the screen is on the stack already, all screens above it are removed. */
  visit(screen: string): void {
    const known = this.#screens.indexOf(screen);
    if (known >= 0) this.#screens.length = known + 1;
    else this.#screens.push(screen);
  }

  /** Clears the stack, since it is unknown how the next screen was reached. */
  clear(): void {
    this.#screens.length = 0;
  }

  /** The screen below the present one; null if it is unknown. */
  get before(): string | null {
    return this.#screens.at(-2) ?? null;
  }
}
