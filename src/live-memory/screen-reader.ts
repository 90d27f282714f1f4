import type { Rect } from "../base/geometry.js";
import type { Redaction } from "../base/redaction.js";
import { actionOfStep } from "../graph/build/action-of-step.js";
import type { TakenAction } from "../graph/build/graph-run.js";
import { factsOfScreen } from "../graph/screen/facts-of-screen.js";
import type { ScreenFacts } from "../graph/screen/screen-facts.js";
import { screenOfState } from "../graph/screen/screen-of-state.js";
import { Redactor } from "../recorder/redactor.js";
import { visualStateOf } from "../recorder/state-of.js";
import { stepOf } from "../recorder/step-of.js";
import { secretsOf } from "../recorder/typing.js";
import type { Observation } from "../screen/observation.js";
import type { ActNote } from "../session/session-watcher.js";
import type { VisualState } from "../trace/protocol.js";

const NO_PICTURE = { path: null, why: "memories hold no screenshots" } as const;

interface Read {
  readonly state: VisualState;
  readonly facts: ScreenFacts;
}

/**
 * Converts observations and actions to data for a memory, with the same code as a trace, so with the same redaction.
 */
export class ScreenReader {
  readonly #redactor: Redactor;
  readonly #known = new WeakMap<Observation, Read>();

  constructor(patterns: Redaction, regions: readonly Rect[]) {
    this.#redactor = new Redactor(patterns, regions);
  }

  factsOf(observation: Observation): ScreenFacts {
    return this.#read(observation).facts;
  }

  /** Call this for each action before the screen after it is read: the typed text may be a secret. */
  noteSecrets(note: ActNote): void {
    for (const screen of [note.before, note.after]) if (screen) this.#redactor.noteScreen(screen);
    for (const secret of secretsOf(note)) this.#redactor.noteSecret(secret);
  }

  /** The data of an action on the screen before it, without the typed text. */
  takenOf(note: ActNote, before: Observation, sensitive: string | null): TakenAction {
    const { state, facts } = this.#read(before);
    const parts = { state, redactor: this.#redactor, secondsAt, epochOf, call: null, pictureAfter: null };
    return actionOfStep(stepOf({ ...note, after: null }, parts), facts, sensitive);
  }

  /** The words of an agent, redacted. */
  text(words: string): string {
    return this.#redactor.text(words);
  }

  #read(observation: Observation): Read {
    const known = this.#known.get(observation);
    if (known) return known;
    this.#redactor.noteScreen(observation);
    const state = visualStateOf(observation, { picture: NO_PICTURE, redactor: this.#redactor, secondsAt });
    const read = { state, facts: factsOfScreen(screenOfState(state)) };
    this.#known.set(observation, read);
    return read;
  }
}

function secondsAt(epochMs: number): number {
  return epochMs / 1_000;
}

/** Converts a time of performance.now() to ms since the epoch. */
export function epochOf(moment: number): number {
  return performance.timeOrigin + moment;
}
