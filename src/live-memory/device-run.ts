import { slotKey } from "../graph/action-sig.js";
import { equalKey } from "../graph/build/equal-key.js";
import { type RunStep, type TakenAction, WAIT } from "../graph/build/graph-run.js";
import type { Before, OpenRun } from "../graph/build/open-run.js";
import type { ScreenFacts } from "../graph/screen/screen-facts.js";

/** Where a phone stands: the vertex, what it shows, and what was known of that before it came there. */
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

/** The run of one device as it goes on: each screen and act becomes a step, and arrives in the graph. */
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

  /** {@link slotKey} of its last actions, the last one last. */
  get history(): readonly string[] {
    return this.#history;
  }

  get steps(): number {
    return this.#steps;
  }

  /** When its last step was, in ms since the epoch; null before the first. */
  get lastAt(): number | null {
    return this.#last?.at ?? null;
  }

  /** A screen that was looked at. Gives whether anything of it was new to the run. */
  look(screen: ScreenFacts, at: number): boolean {
    const last = this.#last;
    const isSame = last?.taken.action.type === WAIT && equalKey(last.screen) === equalKey(screen);
    if (!isSame) this.#add({ at, screen, taken: WAITING });
    return !isSame;
  }

  /** An act that was done at a screen. */
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
