import { seededRandom } from "../../../packages/virtual-android/src/random.js";
import { tap } from "../../../src/actions/verbs/tap.js";
import { isFoveaError } from "../../../src/base/errors.js";
import { observe } from "../../../src/observe/observe.js";
import { OBSERVE_ALL } from "../../../src/observe/observe-request.js";
import { isReadable } from "../../../src/screen/readable.js";
import { parseTarget } from "../../../src/screen/selector.js";
import type { Session } from "../../../src/session/session.js";
import { anyPage, below, CHANGES, type Change, reportersOf, restore } from "./changes.js";
import type { HostilePhone, Moment } from "./hostile-phone.js";
import { type Hit, looksOf } from "./shop.js";
import { anyTarget, type Wanted } from "./targets.js";

/** The phone, session and time of a trial. */
export interface TrialPlace {
  readonly hostile: HostilePhone;
  readonly session: Session;
  readonly usesCompanion: boolean;
  /** Waits for work while the phone's time passes. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets the phone's time pass. */
  pass(ms: number): Promise<void>;
}

/** The path of the touch, or of the touch that would be made. */
export type InputPath = "input" | "gesture" | "click";

/**
 * When the change came. `none`: never, or it did not matter. `before`: before a reading that the call used and that
 * could have reported it, because it began after the change and before the touch or click. `gap`: after the last such
 * reading. `hidden`: no reading could report it.
 */
export type Phase = "none" | "before" | "gap" | "hidden";

/**
 * - `right`: the wanted thing was touched, once.
 * - `failed`: the wanted thing was touched, and the call said that something else may have happened.
 * - `blind`: another thing or nothing was touched, although a reading could have shown the change.
 * - `reported`: another thing was touched in the gap, and the call failed or reported it.
 * - `unreported`: another thing was touched in the gap, and the call reported a success.
 * - `twin`: a thing with the same words was touched, and no reading distinguishes the two: identical rows changed
 *   places, or a row with the same words replaced the other.
 * - `refused`: nothing was touched, for a good reason.
 * - `needless`: nothing was touched, although the thing was there and certainly the same.
 */
export type Outcome = "right" | "failed" | "blind" | "reported" | "unreported" | "twin" | "refused" | "needless";

export interface Trial {
  readonly seed: number;
  readonly change: string;
  readonly path: InputPath;
  readonly phase: Phase;
  readonly outcome: Outcome;
  /** Whether the thing was there, certainly the same, and could be touched. */
  readonly isThere: boolean;
  readonly wanted: Wanted;
  /** The hit things, or the error's code. */
  readonly what: string;
  /** The call's own words. */
  readonly said: string;
}

/** One observation and one tap, with one change at one instant; the seed chooses all three. */
export async function runTrial(place: TrialPlace, seed: number): Promise<Trial> {
  const { hostile, session, usesCompanion } = place;
  const random = seededRandom(seed, "hostile trial");
  restore(hostile, anyPage(random));
  await place.pass(REST_MS);
  const { observation } = await place.during(observe(session, { ...LOOK, fresh: random() < 0.5 }, never()));
  // As the tool `observe` does, which reports the observation to the caller.
  if (isReadable(observation)) session.noteReported(observation);
  const wanted = anyTarget(observation, hostile.shop.state, random);
  const injector = new ChangeInjector(hostile, wanted, random);
  if (injector.isBetween) await place.pass(below(random, 3) === 0 ? below(random, 900) : 0);
  const target = parseTarget(wanted.text);
  const done = new AbortController();
  const isHeardOut = random() < HEARD_OUT;
  hostile.shop.onHit = (hit) => {
    // The rest of a call after a right touch is the same each time, and takes most of the time.
    if (injector.isBusy || isHeardOut || injector.phase === "gap") return;
    if (isMeant(hit, wanted)) done.abort(new Error("the trial is over"));
  };
  const call = tap(session, { target, count: 1, holdMs: 0 }, done.signal);
  const result = await place.during(answerOf(call, done.signal));
  injector.end();
  hostile.shop.onHit = () => {};
  const path = !usesCompanion
    ? "input"
    : wanted.thing.item === null && wanted.thing.kind !== "checkout"
      ? "gesture"
      : "click";
  return {
    seed,
    change: injector.change.name,
    path,
    wanted,
    said: result.said,
    isThere: isThere(injector, wanted),
    ...judge(injector, wanted, result),
  };
}

/** The share of right touches whose call runs to its end; calls with other touches always do. */
const HEARD_OUT = 0.1;
/** A change is laid out with the next frame, at 60 Hz; `input` takes some tens of milliseconds to start. */
const SHORTEST_GAP_MS = 17;
const LONGEST_GAP_MS = 80;
/** Longer than a window needs to appear. */
const REST_MS = 400;
const LOOK = { ...OBSERVE_ALL, frameStats: "off" } as const;

function never(): AbortSignal {
  return new AbortController().signal;
}

interface Answer {
  readonly isSuccess: boolean;
  readonly code: string | null;
  readonly said: string;
}

async function answerOf(call: ReturnType<typeof tap>, over: AbortSignal): Promise<Answer> {
  try {
    const { did, verdict } = await call;
    // Every other verdict says that the result differs or is not proven.
    const code = verdict.kind === "uncertain" ? "uncertain" : null;
    return { isSuccess: verdict.kind === "changed", code, said: `${did}: ${verdict.kind}` };
  } catch (error) {
    if (over.aborted) return { isSuccess: true, code: null, said: "not waited for" };
    if (!isFoveaError(error) || error.code === "INTERNAL") throw error;
    return { isSuccess: false, code: error.code, said: `${error.code}: ${error.message}` };
  }
}

/** Changes the phone at its instant, and watches readings and touches. */
class ChangeInjector {
  readonly change: Change;
  readonly isBetween: boolean;
  /** The readings between the change and the touch. */
  readonly since: Moment[] = [];
  /** Whether a finger touched the screen. */
  isTouched = false;
  /** Whether the change is being applied: hits during that are not touches. */
  isBusy = false;
  /** Whether the change was applied and concerned the wanted thing. */
  isApplied = false;
  isReverted = false;
  readonly #hostile: HostilePhone;
  readonly #wanted: Wanted;
  readonly #random: () => number;
  readonly #at: number;
  readonly #revertsAt: number;
  #count = 0;
  #isTreeRead = false;
  /** Whether only twins changed places. */
  #isUnseen = false;

  constructor(hostile: HostilePhone, wanted: Wanted, random: () => number) {
    this.#hostile = hostile;
    this.#wanted = wanted;
    this.#random = random;
    this.change = anyChange(random);
    const kind = random();
    this.isBetween = kind < 0.3;
    // There are at most 8 readings before a touch; the last instant is the touch itself.
    this.#at = kind < 0.3 ? 0 : kind < 0.75 ? 1 + below(random, 8) : Number.POSITIVE_INFINITY;
    this.#revertsAt = this.#at + below(random, 4);
    hostile.onMoment = (moment) => this.#notice(moment);
    hostile.beforeTouch = async (sleep) => await sleep(this.#gapMs());
    hostile.beforeActMs = () => this.#gapMs();
    if (this.isBetween) this.#apply();
  }

  /** Stops watching and changing the phone. */
  end(): void {
    this.#hostile.onMoment = () => {};
    this.#hostile.beforeTouch = async () => {};
    this.#hostile.beforeActMs = () => 0;
  }

  /** Applies the change right before a touch, if it is due; gives the time until it is laid out and drawn. */
  #gapMs(): number {
    if (!this.isApplied && this.#at > 0) this.#apply();
    return this.phase === "gap" ? SHORTEST_GAP_MS + below(this.#random, LONGEST_GAP_MS - SHORTEST_GAP_MS) : 0;
  }

  #notice(moment: Moment): void {
    if (this.isBusy || this.isTouched || this.hits.length > 0) return;
    this.#count += 1;
    this.isBusy = true;
    const isTouch = moment === "touch" || moment === "click";
    if (this.#count === this.#at && !this.isApplied) this.#apply();
    if (this.isApplied && this.#count >= this.#revertsAt) this.#revert();
    this.isBusy = false;
    if (moment === "touch") this.isTouched = true;
    if (moment === "tree") this.#isTreeRead = true;
    // After the tree was read, pictures are not used any more.
    const isUsed = moment !== "picture" || !this.#isTreeRead;
    if (!isTouch && isUsed && this.isApplied) this.since.push(moment);
  }

  #apply(): void {
    const { shop } = this.#hostile;
    const before = looksOf(shop.state);
    this.isBusy = true;
    this.isApplied = this.change.apply(this.#hostile, this.#wanted.thing, this.#random);
    this.isBusy = false;
    this.#isUnseen = this.change.concerns === "content" && looksOf(shop.state) === before;
  }

  #revert(): void {
    if (this.isReverted || !this.change.revert) return;
    this.change.revert(this.#hostile);
    this.isReverted = true;
  }

  get hits(): readonly Hit[] {
    return this.#hostile.shop.hits;
  }

  /** The titles of all items that are there now. */
  get titles(): readonly string[] {
    return this.#hostile.shop.state.items.map((item) => item.title);
  }

  get phase(): Phase {
    const { concerns } = this.change;
    if (!this.isApplied || concerns === "nothing") return "none";
    if (concerns === "twins" || this.#isUnseen) return "hidden";
    const reporters = reportersOf(concerns, this.#hostile.phone.state().build.apiLevel);
    return this.since.some((moment) => reporters.includes(moment)) ? "before" : "gap";
  }
}

/** A random change: of nothing that matters, of the window's content, or of windows. */
function anyChange(random: () => number): Change {
  const kind = random();
  const all: readonly Change[] = kind < 0.25 ? CHANGES.nothing : kind < 0.7 ? CHANGES.content : CHANGES.windows;
  const change = all[below(random, all.length)];
  if (!change) throw new Error("there are no changes");
  return change;
}

function judge(injector: ChangeInjector, wanted: Wanted, answer: Answer): Pick<Trial, "phase" | "outcome" | "what"> {
  const { hits, phase, isTouched } = injector;
  const [hit, second] = hits;
  // A finger may have touched nothing; the phone refused a click that hit nothing.
  if (!isTouched && !hit) {
    return { phase, outcome: isThere(injector, wanted) ? "needless" : "refused", what: answer.code ?? "" };
  }
  const what = second ? "two things" : hit ? `${hit.kind} ${hit.item ?? ""} ${hit.title ?? ""}`.trim() : "nothing";
  if (!second && hit && isMeant(hit, wanted)) {
    return { phase, outcome: answer.code === null ? "right" : "failed", what };
  }
  if (!second && hit && isTwin(hit, wanted, injector)) return { phase, outcome: "twin", what };
  const reported = answer.isSuccess ? "unreported" : "reported";
  return { phase, outcome: phase === "gap" ? reported : "blind", what };
}

/** A ref means one thing; words mean the thing that has them at the time of the touch. */
function isMeant(hit: Hit, { thing, title, way }: Wanted): boolean {
  if (hit.kind !== thing.kind) return false;
  return way === "ref" ? hit.item === thing.item : hit.title === title;
}

/** Whether the hit thing looks like the wanted one and no reading distinguishes the two. */
function isTwin(hit: Hit, { thing, title, hasTwin }: Wanted, { phase, titles }: ChangeInjector): boolean {
  if (hit.kind !== thing.kind || hit.title === null || hit.title !== title) return false;
  return phase === "hidden" || (!hasTwin && titles.filter((one) => one === title).length === 1);
}

function isThere({ phase, change, isReverted }: ChangeInjector, { hasTwin }: Wanted): boolean {
  if (phase === "none") return true;
  if (phase === "gap" || isReverted || hasTwin || phase === "hidden") return false;
  return change.name === "moves down" || change.name === "list reorders";
}
