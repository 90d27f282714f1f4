import { slotKey } from "../graph/action-sig.js";
import { equalKey } from "../graph/build/equal-key.js";
import { type RunStep, type TakenAction, WAIT } from "../graph/build/graph-run.js";
import type { Before, OpenRun } from "../graph/build/open-run.js";
import type { ScreenFacts } from "../graph/screen/screen-facts.js";

/** The screen that a phone shows: its vertex, its contents, and what was known about it before the phone reached it. */
export interface Standing {
  readonly id: string;
  readonly facts: ScreenFacts;
  readonly before: Before;
}

const MOST_HISTORY = 4;

const WAITING: TakenAction = {
  action: { type: WAIT, role: "", idTail: "", label: "", isItem: false, ordinal: null, detail: "", slot: null },
  target: null,
  outcome: "unknown",
  durationMs: null,
  sensitive: null,
};

/** The current run of one device: each screen and action becomes a step, and is added to the graph. */
export class DeviceRun {
  readonly #open: OpenRun;
  readonly #write: (step: RunStep, before: RunStep | null) => void;
  #last: RunStep | null = null;
  #standing: Standing | null = null;
  #steps = 0;
  #history: readonly string[] = [];

  constructor(open: OpenRun, write: (step: RunStep, before: RunStep | null) => void) {
    this.#open = open;
    this.#write = write;
  }

  get standing(): Standing | null {
    return this.#standing;
  }

  /** The {@link slotKey} of its last actions, the last one at the end. */
  get history(): readonly string[] {
    return this.#history;
  }

  get steps(): number {
    return this.#steps;
  }

  /** The time of its last step, in ms since the epoch; null before the first. */
  get lastAt(): number | null {
    return this.#last?.at ?? null;
  }

  /** Adds a screen that was observed; false if the run just had the same screen. */
  look(screen: ScreenFacts, at: number): boolean {
    const last = this.#last;
    const isSame = last?.taken.action.type === WAIT && equalKey(last.screen) === equalKey(screen);
    if (!isSame) this.#add({ at, screen, taken: WAITING });
    return !isSame;
  }

  /** Adds an action on a screen. */
  act(screen: ScreenFacts, taken: TakenAction, at: number): void {
    this.#add({ at, screen, taken });
  }

  #add(step: RunStep): void {
    const { at, screen } = step;
    const { id, before } = this.#open.arrive({ at, screen, ledBy: this.#last?.taken ?? null });
    const known = before ?? (this.#standing?.id === id ? this.#standing.before : NOTHING_BEFORE);
    this.#standing = { id, facts: screen, before: known };
    this.#write(step, this.#last);
    this.#last = step;
    if (step.taken.action.type !== WAIT)
      this.#history = [...this.#history, slotKey(step.taken.action)].slice(-MOST_HISTORY);
    this.#steps += 1;
  }
}

export const NOTHING_BEFORE: Before = { stays: 0, lastSeen: 0, screen: null };
