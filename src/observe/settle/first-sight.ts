import type { Alongside } from "../alongside.js";
import type { BegunSight } from "../glance/glance.js";
import type { ProbeContext } from "../probe.js";
import { type Sight, takeSight } from "../sight.js";
import type { FrameCounter } from "./frame-counter.js";

/**
 * The first glance beside an observation, by the stream that tells the observation of its window. There is none where the
 * app's counter is not known yet (undefined): the observation does not wait for that.
 */
export class FirstSight implements Alongside {
  /** Resolves when the observation has asked for its window; null where it does without this. */
  readonly sight: Promise<BegunSight | null>;
  readonly framesOf: string | null;
  readonly #isKnown: boolean;
  #taken: (sight: BegunSight | null) => void = () => {};
  #isTaken = false;

  constructor(counter: FrameCounter | null | undefined) {
    this.#isKnown = counter !== undefined;
    this.framesOf = counter?.packageName ?? null;
    this.sight = new Promise((resolve) => {
      this.#taken = resolve;
    });
    if (!this.#isKnown) this.end();
  }

  /** Once: a second look at a screen that moved asks for its window by itself. */
  takeSight(context: ProbeContext, signal: AbortSignal): Sight | null {
    if (this.#isTaken || !this.#isKnown) return null;
    this.#isTaken = true;
    const sight = takeSight(context, this.framesOf, signal);
    this.#taken({ context, sight });
    return sight;
  }

  /** The observation is over. */
  end(): void {
    this.#taken(null);
  }
}
