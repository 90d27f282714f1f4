import type { Arrival, TakenAction } from "./graph-run.js";

/** A part of a screen as it is compared from one visit to the next: rows of lists are data, and none of them. */
export interface SeenPart {
  readonly role: string;
  readonly idTail: string;
  /** Its words as they are read. */
  readonly words: string;
  readonly state: string;
}

/** What was known of a screen before a run came to it. */
export interface Before {
  /** How often runs had come to it from elsewhere. */
  readonly stays: number;
  /** ms since the epoch. */
  readonly lastSeen: number;
  /** Null before the first visit. */
  readonly screen: readonly SeenPart[] | null;
}

/** Where a run arrived: the id of the vertex, and what was known of it before; null if the run stayed there. */
export interface ArrivedAt {
  readonly id: string;
  readonly before: Before | null;
}

/** A run whose screens come one by one. */
export interface OpenRun {
  arrive(arrival: Arrival): ArrivedAt;
  /** `last`: the action after the last screen, which led to a screen that nobody saw. */
  end(last: TakenAction | null): void;
}
