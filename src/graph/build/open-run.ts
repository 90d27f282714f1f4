import type { Arrival, TakenAction } from "./graph-run.js";

/** A part of a screen that is compared with the next visit; rows of lists are left out, since they are data. */
export interface SeenPart {
  readonly role: string;
  readonly idTail: string;
  /** Its words, not masked. */
  readonly words: string;
  readonly state: string;
}

/** The facts about a screen from before a run came to it. */
export interface Before {
  /** How often runs had come to it from another screen. */
  readonly stays: number;
  /** ms since the epoch. */
  readonly lastSeen: number;
  /** Null before the first visit. */
  readonly screen: readonly SeenPart[] | null;
}

/** The vertex at which a run arrived, and the facts about it from before; null if the run was there already. */
export interface ArrivedAt {
  readonly id: string;
  readonly before: Before | null;
}

/** A run whose screens are added one by one. */
export interface OpenRun {
  arrive(arrival: Arrival): ArrivedAt;
  /** `last`: the action after the last screen; its result is in no step. */
  end(last: TakenAction | null): void;
}
