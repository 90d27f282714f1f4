import type { Alongside } from "../alongside.js";
import type { ProbeContext } from "../probe.js";
import { takeWindowAndScreenshot, type WindowAndScreenshot } from "../probes/window-and-screenshot.js";
import type { BegunQuickCheck } from "../quick-check/quick-check.js";
import type { FrameCounter } from "./frame-counter.js";

/**
 * The first quick check during an observation, in the stream that reads the observation's window facts. There is none
 * if the app's counter is not known yet (undefined): the observation does not wait for the counter.
 */
export class FirstQuickCheck implements Alongside {
  /** Resolves when the observation asked for its window facts; null if the observation does not use this stream. */
  readonly windowAndScreenshot: Promise<BegunQuickCheck | null>;
  readonly framesOf: string | null;
  readonly #isKnown: boolean;
  #taken: (windowAndScreenshot: BegunQuickCheck | null) => void = () => {};
  #isTaken = false;

  constructor(counter: FrameCounter | null | undefined) {
    this.#isKnown = counter !== undefined;
    this.framesOf = counter?.packageName ?? null;
    this.windowAndScreenshot = new Promise((resolve) => {
      this.#taken = resolve;
    });
    if (!this.#isKnown) this.end();
  }

  /** Gives the stream only once: a second reading of an inconsistent screen asks for its window facts itself. */
  takeWindowAndScreenshot(context: ProbeContext, signal: AbortSignal): WindowAndScreenshot | null {
    if (this.#isTaken || !this.#isKnown) return null;
    this.#isTaken = true;
    const windowAndScreenshot = takeWindowAndScreenshot(context, this.framesOf, signal);
    this.#taken({ context, windowAndScreenshot });
    return windowAndScreenshot;
  }

  /** Call it when the observation is over. */
  end(): void {
    this.#taken(null);
  }
}
