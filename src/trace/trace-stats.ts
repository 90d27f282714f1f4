import type { InteractionStep } from "./protocol.js";

/** Counts over a whole trace, gathered step by step. */
export interface TraceStats {
  readonly steps: number;
  /** From the first step to the last, in seconds. */
  readonly seconds: number;
  /** By the type of the action, the most frequent first. */
  readonly actions: Readonly<Record<string, number>>;
  /** Of the states: how many elements they have on average, and how many pictures there are that differ. */
  readonly meanElements: number;
  readonly screenshots: number;
}

/** Takes one step after another; what it keeps does not grow with elements. */
export class StatsCounter {
  readonly #actions = new Map<string, number>();
  readonly #pictures = new Set<string>();
  #steps = 0;
  #elements = 0;
  #first: number | null = null;
  #last = 0;

  add({ timestamp, visual_state: state, action }: InteractionStep): void {
    this.#steps += 1;
    this.#elements += state.elements.length;
    this.#first ??= timestamp;
    this.#last = timestamp;
    this.#actions.set(action.type, (this.#actions.get(action.type) ?? 0) + 1);
    if (state.screenshot_path !== "") this.#pictures.add(state.screenshot_path);
  }

  get stats(): TraceStats {
    const actions = [...this.#actions].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
    return {
      steps: this.#steps,
      seconds: this.#first === null ? 0 : this.#last - this.#first,
      actions: Object.fromEntries(actions),
      meanElements: this.#steps === 0 ? 0 : Math.round((this.#elements / this.#steps) * 10) / 10,
      screenshots: this.#pictures.size,
    };
  }
}
