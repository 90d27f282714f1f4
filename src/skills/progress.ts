import type { Observation } from "../screen/observation.js";
import { Diverged } from "./diverged.js";
import { seenOnScreen, standing } from "./seen.js";

type Shown = Pick<Observation, "activeWindow" | "elements">;

/** A third identical try would have the same result as the first two. */
const MOST_TRIES = 2;

/** Counts how often the same step was tried on the same screen. */
export class Progress {
  readonly #tries = new Map<string, number>();

  /** Counts a try. Errors: Diverged with NO_PROGRESS at the third time; nothing is sent then. */
  note(what: string, screen: Shown): void {
    const key = `${what} ${screenKey(screen)}`;
    const tries = (this.#tries.get(key) ?? 0) + 1;
    this.#tries.set(key, tries);
    if (tries <= MOST_TRIES) return;
    throw new Diverged("NO_PROGRESS", `${what}: it was tried ${MOST_TRIES} times on this screen`, {
      expected: ["a different screen than at the last try"],
      mayHaveHappened: false,
    });
  }
}

function screenKey({ activeWindow, elements }: Shown): string {
  const { ids, texts } = standing(seenOnScreen(elements));
  const states = elements.map(({ checked, selected, value }) => `${checked} ${selected} ${value ?? ""}`);
  return JSON.stringify([activeWindow?.package, activeWindow?.activity, [...ids], [...texts], states]);
}
