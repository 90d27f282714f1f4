import { seededRandom } from "../../../packages/virtual-android/src/random.js";
import type { Moment as Reading } from "../hostile/hostile-phone.js";
import type { MadePlace } from "./made-place.js";
import type { Meaning } from "./made-state.js";
import { between } from "./pick.js";
import { keyOf, type Plan } from "./plan.js";

/** The largest number of readings in a call. */
const MOST_READINGS = { tap: 5, text: 10, key: 2 } as const;
/** From this release on: one call of `input` selects all, one deletes, one types; below Android 12 one call deletes. */
const FIRST_WITH_SELECT_ALL = 31;
/** A change is laid out with the next frame, at 60 Hz; `input` takes some tens of milliseconds to start. */
const SHORTEST_GAP_MS = 17;
const LONGEST_GAP_MS = 80;

/** Changes the app at its instant, and watches readings and touches. */
export class ChangeInjector {
  isApplied = false;
  /** Whether a finger touched the screen, a click was requested, or keys were sent. */
  isTouched = false;
  /** Whether a tree or a picture was taken between the change and the touch, so that it could be reported. */
  isReadSince = false;
  readonly #place: MadePlace;
  readonly #plan: Plan;
  readonly #target: Meaning;
  readonly #random: () => number;
  readonly #at: number;
  /** The number of the call of `input` before which a last-instant change comes; deleting keys are calls, too. */
  readonly #keysAt: number;
  #keys = 0;
  #appliedAtMs = Number.NEGATIVE_INFINITY;
  #count = 0;
  #isBusy = false;

  constructor(place: MadePlace, { plan, target, random }: { plan: Plan; target: Meaning; random: () => number }) {
    this.#place = place;
    this.#plan = plan;
    this.#target = target;
    this.#random = random;
    const kind = keyOf(plan.verb) ? "key" : plan.verb === "tap" ? "tap" : "text";
    this.#at = between(1, MOST_READINGS[kind], random);
    const replacing = place.apiLevel >= FIRST_WITH_SELECT_ALL ? 3 : 2;
    const mostKeys = plan.verb === "replace" ? replacing : 1;
    this.#keysAt = between(1, mostKeys, seededRandom(plan.seed, "keys"));
  }

  /** Applies the change, only once. */
  apply(): void {
    const { app } = this.#place;
    if (this.isApplied) return;
    this.isApplied = true;
    this.#appliedAtMs = this.#place.now();
    const { mutation, also } = this.#plan;
    this.#isBusy = true;
    for (const one of [mutation, ...(also ? [also] : [])]) {
      const to = one.change(app.state, { target: this.#target, random: this.#random });
      if (to && one.isReopened) app.reopenDialog(to);
      else if (to && to !== app.state) app.change(to);
      if (to) one.act?.(this.#place, this.#target);
    }
    this.#isBusy = false;
  }

  /** Starts watching; has to be called right before the call. */
  begin(): void {
    const { hostile, app } = this.#place;
    hostile.onMoment = (moment) => this.#notice(moment);
    hostile.beforeTouch = async (sleep) => await sleep(this.#lastMs(this.#plan.verb === "tap"));
    hostile.beforeKeys = async (sleep) => {
      this.#keys += 1;
      if (this.#keys < this.#keysAt) return;
      // The effect of earlier keys is drawn by the time this call of `input` has started.
      if (this.#keys > 1 && !this.isApplied) await sleep(this.#aWhile());
      await sleep(this.#lastMs(true));
    };
    hostile.beforeActMs = () => this.#lastMs(this.#plan.verb === "tap");
    if (this.#plan.verb === "tap" || this.#plan.moment !== "within") return;
    app.onEntry = ({ text }) => {
      if (text.length === this.#at) this.apply();
    };
  }

  end(): void {
    const { hostile, app } = this.#place;
    hostile.onMoment = () => {};
    hostile.beforeTouch = async () => {};
    hostile.beforeKeys = async () => {};
    hostile.beforeActMs = () => 0;
    app.onEntry = () => {};
    app.onPress = () => {};
  }

  #notice(moment: Reading): void {
    if (this.#isBusy) return;
    if (moment === "keys" || (this.#plan.verb === "tap" && (moment === "touch" || moment === "click"))) {
      // The app may also change between a request and its execution.
      const isLast = this.#plan.moment === "last" && (this.#keys === 0 || this.#keys >= this.#keysAt);
      if (moment === "keys" && isLast) this.apply();
      this.isTouched = true;
      return;
    }
    this.#count += 1;
    if (this.#plan.moment === "within" && this.#count === this.#at && !this.isTouched) this.apply();
    const isRead = moment === "tree" || moment === "picture";
    if (this.isApplied && !this.isTouched && isRead) this.isReadSince = true;
  }

  /** Applies a last-instant change; gives the time until the act, at least a frame, so that the order is certain. */
  #lastMs(isTheAct: boolean): number {
    if (!isTheAct) return 0;
    if (this.#plan.moment === "last") this.apply();
    const sinceMs = this.#place.now() - this.#appliedAtMs;
    return sinceMs < SHORTEST_GAP_MS ? this.#aWhile() : 0;
  }

  #aWhile(): number {
    return between(SHORTEST_GAP_MS, LONGEST_GAP_MS, this.#random);
  }
}
