import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import { forgetOldest } from "./forget-oldest.js";

/** Refs of which it is remembered what the caller's own actions made of them. */
const MOST_FOLLOWED = 2_000;

/** A screen that a caller was shown. */
export interface Reported {
  readonly observation: Observation;
  /** Id of the observation by which the caller knows it: of an earlier one, where nothing has changed since. */
  readonly name: string;
  /**
   * How many answers had changes only since the whole screen was shown; infinite where all has to be shown next.
   */
  readonly answers: number;
  /** performance.now() when it was shown. */
  readonly at: number;
}

/** Where an answer is not simply what changed: the name that the screen keeps, or that all of it is shown. */
export type ReportedAs = Partial<Pick<Reported, "name" | "answers">>;

/** What a caller was shown of one device. */
interface Shown extends Reported {
  /** How many acts of others the device had seen when it was shown. */
  readonly othersActs: number;
  /** How many acts of its own the device had seen then. */
  readonly ownActs: number;
}

/**
 * Who calls: one client over a connection, a session over HTTP, a program with the library. What it was last shown is
 * what its refs mean and what its differences are measured from; nothing of one caller reaches another. Where a request
 * does not identify its client (HTTP from 2026-07-28 on), each has its own caller.
 */
export class Caller {
  /** Whether later calls of the same client come with the same caller. */
  readonly isKnown: boolean;
  readonly #shown = new Map<string, Shown>();
  readonly #ownActs: Map<string, number>;
  readonly #followed = new Map<string, string>();
  readonly #isMidCall: boolean;
  #lastShown: string | null = null;

  /** `outer` is the caller whose call is under way. */
  constructor(isKnown = true, outer?: Caller) {
    this.isKnown = isKnown;
    this.#isMidCall = outer !== undefined;
    this.#ownActs = outer === undefined ? new Map() : outer.#ownActs;
  }

  /** The last screen of a device of which this caller was shown all elements; null before the first. */
  shownOf(serial: string): Reported | null {
    return this.#shown.get(serial) ?? null;
  }

  /** `acts` counts all acts on the device so far. */
  noteShown(observation: Observation, as: ReportedAs, acts: number): Reported {
    const { serial } = observation.device;
    const { name = observation.observationId, answers = (this.shownOf(serial)?.answers ?? -1) + 1 } = as;
    const reported = { observation, name, answers, at: performance.now() };
    this.#lastShown = name;
    const ownActs = this.#ownActsOn(serial);
    this.#shown.set(serial, { ...reported, ownActs, othersActs: acts - ownActs });
    return reported;
  }

  /** It may not know what it was shown: a call of it failed, and what to do then is often to look. */
  showAllNext(): void {
    for (const [serial, shown] of this.#shown) this.#shown.set(serial, { ...shown, answers: Number.POSITIVE_INFINITY });
  }

  /** Id of the observation that it was shown last, of whatever device; null before the first. */
  get lastShown(): string | null {
    return this.#lastShown;
  }

  noteActed(serial: string): void {
    this.#ownActs.set(serial, this.#ownActsOn(serial) + 1);
  }

  /** Whether somebody else acted on a device since this caller was last shown its screen. */
  wasOvertaken(serial: string, acts: number): boolean {
    const shown = this.#shown.get(serial);
    return shown !== undefined && acts - this.#ownActsOn(serial) > shown.othersActs;
  }

  /** Whether this caller acted on a device since it was last shown its screen, as the steps of a batch do. */
  hasActedSince(serial: string): boolean {
    return this.#ownActsOn(serial) > (this.#shown.get(serial)?.ownActs ?? 0);
  }

  /** Its own action changed what these elements mean, and its answer shows that: their earlier refs still name them. */
  follow(renamed: ReadonlyMap<string, UiElement>): void {
    if (this.#isMidCall) return;
    for (const [ref, { ref: earlier }] of renamed) {
      this.#followed.delete(earlier);
      this.#followed.set(earlier, ref);
    }
    forgetOldest(this.#followed, MOST_FOLLOWED);
  }

  /** The ref by which the element is known now that this caller was shown to have another one after its own action. */
  followed(ref: string): string {
    const seen = new Set([ref]);
    for (let at = ref; ; ) {
      const next = this.#followed.get(at);
      if (next === undefined || seen.has(next)) return at;
      seen.add(next);
      at = next;
    }
  }

  /** The same caller in the middle of a call, before it is shown what the steps so far changed. */
  midCall(): Caller {
    const inner = new Caller(this.isKnown, this);
    for (const [serial, shown] of this.#shown) inner.#shown.set(serial, shown);
    for (const [earlier, ref] of this.#followed) inner.#followed.set(earlier, ref);
    return inner;
  }

  #ownActsOn(serial: string): number {
    return this.#ownActs.get(serial) ?? 0;
  }
}
