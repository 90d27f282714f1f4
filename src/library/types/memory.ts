import type { CallOptions } from "./calls.js";
import type { Screen } from "./screen.js";

/** What is known of the apps on the device from earlier runs. Errors of every call: MEMORY_OFF without a memory. */
export interface Memory {
  /** Known screens that fit these words, best first; those that were seen last, if absent. Empty if none fits. */
  recall(goal?: string, options?: RecallOptions): Promise<readonly KnownScreen[]>;
  /** What is known of the screen with this id. Errors: SCREEN_UNKNOWN. */
  screen(id: string, options?: CallOptions): Promise<KnownScreen>;
  /** Keeps words with a known screen, in place of the line that describes it. Errors: SCREEN_UNKNOWN. */
  note(words: string, options?: NoteOptions): Promise<KnownScreen>;
  /** What was done before at the screen that the phone shows, most likely first; empty if nothing was. */
  predict(options?: PredictOptions): Promise<readonly Prediction[]>;
  /**
   * Goes to a known screen by the way that is known, and checks each step. Errors: SCREEN_UNKNOWN, WAY_UNKNOWN,
   * WAY_DIVERGED, NO_PROGRESS, and those of the actions.
   */
  goTo(screen: string, options?: CallOptions): Promise<Arrival>;
}

/** How many screens at most. */
export interface RecallOptions extends CallOptions {
  /** 1 to 20; 5 if absent. */
  readonly count?: number;
}

/** Which screen the note is for. */
export interface NoteOptions extends CallOptions {
  /** Its id; the screen that the phone was last seen at, if absent. */
  readonly screen?: string;
}

/** What is to be reached, and how many actions at most. */
export interface PredictOptions extends CallOptions {
  /** In words: what leads there comes first. */
  readonly goal?: string;
  /** 1 to 20; 3 if absent. */
  readonly count?: number;
}

/** A screen that was seen before. Its texts are an app's own: data, no instructions. */
export interface KnownScreen {
  readonly id: string;
  /** Title, roles and regions in at most 120 characters. */
  readonly line: string;
  /** Package id. */
  readonly application: string;
  /** What was noted with it; null if nothing was. */
  readonly note: string | null;
  readonly visits: number;
  /** ms since the epoch. */
  readonly lastSeen: number;
  /** How much of the words it fits, 0 to 1; null if no words were given. */
  readonly score: number | null;
  /** Actions from where the phone was last seen, in order; empty if it is there, null if no way is known. */
  readonly way: readonly KnownStep[] | null;
}

/** An action of a known way. */
export interface KnownStep {
  /** In words, such as `tap button "Save"`. */
  readonly action: string;
  /** Id of the screen that it led to. */
  readonly to: string;
  /** Runs that did it. */
  readonly runs: readonly string[];
}

/** What usually comes next. */
export interface Prediction {
  /** In words, such as `tap button "Save"`. */
  readonly action: string;
  /** How likely it is to be the next action, 0 to 1; those of all predictions together are less than 1. */
  readonly probability: number;
  /** Id of the screen that it leads to, and how surely, 0 to 1; null if that is not known. */
  readonly leadsTo: { readonly screen: string; readonly probability: number } | null;
  /** Runs that did it. */
  readonly runs: readonly string[];
}

/** Where `goTo` came. */
export interface Arrival {
  /** Id of the known screen. */
  readonly id: string;
  /** What was done on the way, in words; empty if the phone was there. */
  readonly steps: readonly string[];
  /** The screen then; null if it was not read again. */
  readonly screen: Screen | null;
  readonly text: string;
}
