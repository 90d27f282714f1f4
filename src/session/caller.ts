import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import { forgetOldest } from "./forget-oldest.js";

/** How many refs are kept whose names changed by the caller's own actions. */
const MOST_FOLLOWED = 2_000;

/** A screen that was shown to a caller. */
export interface Reported {
  readonly observation: Observation;
  /** Id of the observation by which the caller knows the screen: of an earlier one if nothing has changed since. */
  readonly name: string;
  /**
   * How many answers since the last whole screen had only changes; infinite if the next answer has to show everything.
   */
  readonly answers: number;
  /** performance.now() when it was shown. */
  readonly at: number;
}

/**
 * Present if an answer does not only show changes: the name that the screen keeps, or that the whole screen is shown.
 */
export type ReportedAs = Partial<Pick<Reported, "name" | "answers">>;

/** The screen of one device that a caller was last shown. */
interface Shown extends Reported {
  /** How many actions of other callers the device had received when the screen was shown. */
  readonly othersActs: number;
  /** How many actions of this caller the device had received then. */
  readonly ownActs: number;
}

/**
 * A client: one client of a connection, a session over HTTP, a program with the library. The screen that it was last
 * shown defines its refs, and its differences are computed from it; callers share none of this. If requests do not
 * identify their client (HTTP since 2026-07-28), each request has its own caller.
 */
export class Caller {
  /** Whether later calls of the same client use the same caller. */
  readonly isKnown: boolean;
  readonly #shown = new Map<string, Shown>();
  readonly #ownActs: Map<string, number>;
  readonly #followed = new Map<string, string>();
  /** Whether its call is running, whose steps so far it was not shown. */
  readonly isMidCall: boolean;
  #lastShown: string | null = null;
  #tapped: string | null = null;

  /** `outer` is the caller whose call is running. */
  constructor(isKnown = true, outer?: Caller) {
    this.isKnown = isKnown;
    this.isMidCall = outer !== undefined;
    this.#ownActs = outer === undefined ? new Map() : outer.#ownActs;
  }

  /** The last screen of a device whose elements were all shown to this caller; null before the first. */
  shownOf(serial: string): Reported | null {
    return this.#shown.get(serial) ?? null;
  }

  /** Notes a screen that was shown. `acts` counts all actions on the device so far. */
  noteShown(observation: Observation, as: ReportedAs, acts: number): Reported {
    const { serial } = observation.device;
    const { name = observation.observationId, answers = (this.shownOf(serial)?.answers ?? -1) + 1 } = as;
    const reported = { observation, name, answers, at: performance.now() };
    this.#lastShown = name;
    const ownActs = this.#ownActsOn(serial);
    this.#shown.set(serial, { ...reported, ownActs, othersActs: acts - ownActs });
    return reported;
  }

  /** Makes the next answer show everything: a call has failed, and the caller may not know the screen. */
  showAllNext(): void {
    for (const [serial, shown] of this.#shown) this.#shown.set(serial, { ...shown, answers: Number.POSITIVE_INFINITY });
  }

  /** Id of the last observation that it was shown, of any device; null before the first. */
  get lastShown(): string | null {
    return this.#lastShown;
  }

  /** `tapped` is the ref of the element that the action tapped; null for any other action. */
  noteActed(serial: string, tapped: string | null = null): void {
    this.#ownActs.set(serial, this.#ownActsOn(serial) + 1);
    this.#tapped = tapped;
  }

  /** Ref of the element that the last step of the running call tapped; null for any other step, and outside a call. */
  get tappedInCall(): string | null {
    return this.isMidCall ? this.#tapped : null;
  }

  /** Whether another caller acted on the device since this caller was last shown its screen. */
  wasOvertaken(serial: string, acts: number): boolean {
    const shown = this.#shown.get(serial);
    return shown !== undefined && acts - this.#ownActsOn(serial) > shown.othersActs;
  }

  /** Whether this caller acted on the device since it was last shown its screen, as the steps of a batch do. */
  hasActedSince(serial: string): boolean {
    return this.#ownActsOn(serial) > (this.#shown.get(serial)?.ownActs ?? 0);
  }

  /**
   * Notes elements that got new refs through the caller's own action, which its answer shows: the earlier refs still
   * name them.
   */
  follow(renamed: ReadonlyMap<string, UiElement>): void {
    if (this.isMidCall) return;
    for (const [ref, { ref: earlier }] of renamed) {
      this.#followed.delete(earlier);
      this.#followed.set(earlier, ref);
    }
    forgetOldest(this.#followed, MOST_FOLLOWED);
  }

  /** The newest ref of the element, after all changes by this caller's own actions that it was shown. */
  followed(ref: string): string {
    const seen = new Set([ref]);
    for (let at = ref; ; ) {
      const next = this.#followed.get(at);
      if (next === undefined || seen.has(next)) return at;
      seen.add(next);
      at = next;
    }
  }

  /** The same caller during a call, before it is shown what the steps so far have changed. */
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
