import {
  isSameWindow,
  isWindowOf,
  observationOf,
  pictureChange,
  type QuickCheck,
  quickCheckOf,
} from "../../observe/quick-check/quick-check.js";
import { lastSighting } from "../../observe/quick-check/still-shown.js";
import { diffScreens } from "../../screen/diff.js";
import { isSameSource, type Observation } from "../../screen/observation.js";
import { DEFAULT_OUTLINE } from "../../screen/outline.js";
import { isReadable } from "../../screen/readable.js";
import { movesByItself } from "../../screen/restless.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import { type Arrival, isOfOtherWindow, readNewTree, type Watch } from "../targets/watch.js";

/** The screen with which later ones are compared. */
interface Base {
  readonly quickCheck: QuickCheck;
  /** Null until the elements were read. */
  readonly observation: Observation | null;
}

/**
 * Waits until the screen differs from the one that a caller was last shown: another window, other pixels where nothing
 * blinks or moves by itself, or other lines in the outline. For a caller that was shown nothing yet, it compares with
 * the first observation. A quick check that shows a change is enough. The hierarchy is slow to read: it is read in
 * parallel to the quick checks, and only if these do not decide.
 */
export function watchChange(session: Session): Watch {
  return new ChangeWatch(session);
}

class ChangeWatch implements Watch {
  readonly usesPixels = true;
  readonly #session: Session;
  readonly #reported: Observation | null;
  #base: Base | null = null;
  #last: Observation | null = null;
  /** The reading of the hierarchy that runs beside the quick checks. */
  #reading: Reading | null = null;

  constructor(session: Session) {
    this.#session = session;
    this.#reported = session.lastReported;
  }

  get last(): Observation | null {
    return this.#last;
  }

  get isReading(): boolean {
    return this.#last === null && this.#reading !== null;
  }

  async check(now: QuickCheck, signal: AbortSignal): Promise<Arrival | undefined> {
    const found = this.#readingDone();
    if (found) return found;
    this.#base ??= this.#start(now);
    const base = this.#base;
    const picture = pictureChange(base.quickCheck.grid, now);
    const isSame = isSameWindow(base.quickCheck, now);
    if (isSame && picture === "same" && base.observation) return undefined;
    if (!isSame && base.quickCheck.window && now.window) return seenBy(this.#session, now, null);
    const isPart = typeof picture === "object" && picture !== null;
    if (isPart && base.observation && !movesByItself(picture, base.observation.elements)) {
      return seenBy(this.#session, now, picture);
    }
    this.#reading ??= this.#read(now, signal);
    return undefined;
  }

  see(observation: Observation, grid: TileGrid | null): Arrival | undefined {
    this.#last = observation;
    if (isOfOtherWindow(observation)) return undefined;
    const now = quickCheckOf(observation, grid);
    const from = this.#base ?? (this.#reported && baseOf(this.#session, this.#reported, observation));
    // If the pixels were not read this time, those of the last time are kept for the comparison.
    this.#base = { quickCheck: { ...now, grid: grid ?? from?.quickCheck.grid ?? null }, observation };
    return from ? arrival(from, now, observation) : undefined;
  }

  async end(): Promise<void> {
    this.#reading?.stop.abort();
    await this.#reading?.done;
  }

  /**
   * The screen as shown to the caller, if its pixels are known; else this quick check, without elements until they are
   * read.
   */
  #start(now: QuickCheck): Base {
    const reported = this.#reported;
    const sighting = lastSighting(this.#session);
    const isKnown = reported !== null && isReadable(reported) && sighting?.observation === reported;
    if (!isKnown || !now.grid) return { quickCheck: now, observation: null };
    const isAsReported = isWindowOf(reported, now) && pictureChange(sighting.grid, now) === "same";
    return { quickCheck: isAsReported ? now : quickCheckOf(reported, sighting.grid), observation: reported };
  }

  #read(now: QuickCheck, signal: AbortSignal): Reading {
    const stop = new AbortController();
    const reading: Reading = { now, stop, outcome: null, done: Promise.resolve() };
    reading.done = readNewTree(this.#session, now, AbortSignal.any([signal, stop.signal])).then(
      (observation) => {
        reading.outcome = { observation };
      },
      (error: unknown) => {
        reading.outcome = { error };
      },
    );
    return reading;
  }

  /** The result of the reading that has ended. Errors: those of the reading. */
  #readingDone(): Arrival | undefined {
    const reading = this.#reading;
    if (!reading?.outcome) return undefined;
    this.#reading = null;
    if ("error" in reading.outcome) throw reading.outcome.error;
    const { observation } = reading.outcome;
    this.#last = observation;
    if (isOfOtherWindow(observation)) return undefined;
    const base = this.#base;
    const reported = this.#reported;
    this.#base = { quickCheck: reading.now, observation };
    if (base?.observation) return arrival(base, reading.now, observation);
    const isKnown = reported !== null && isReadable(reported) && isReadable(observation);
    return isKnown && isOtherScreen(reported, observation) ? { after: observation, picture: null } : undefined;
  }
}

interface Reading {
  /** The quick check for which it was begun. */
  readonly now: QuickCheck;
  readonly stop: AbortController;
  outcome: { readonly observation: Observation } | { readonly error: unknown } | null;
  done: Promise<void>;
}

function seenBy(session: Session, now: QuickCheck, picture: Arrival["picture"]): Arrival | undefined {
  const after = observationOf(session, now);
  return after ? { after, picture } : undefined;
}

function arrival(from: Base, now: QuickCheck, observation: Observation): Arrival | undefined {
  const picture = pictureChange(from.quickCheck.grid, now);
  const isSame = isSameWindow(from.quickCheck, now);
  if (!isSame || !from.observation || isOtherScreen(from.observation, observation))
    return { after: observation, picture: null };
  const isPictureOnly = typeof picture === "object" && picture !== null;
  return isPictureOnly && !movesByItself(picture, observation.elements) ? { after: observation, picture } : undefined;
}

/**
 * The screen as shown to the caller; null if it cannot be compared, because another source reports other windows and
 * words.
 */
function baseOf(session: Session, reported: Observation, { hierarchySource, viewHierarchy }: Observation): Base | null {
  const isSameLife = reported.viewHierarchy?.epoch === viewHierarchy?.epoch;
  if (!isSameSource(reported.hierarchySource, hierarchySource) || !isSameLife) return null;
  const sighting = lastSighting(session);
  return {
    quickCheck: quickCheckOf(reported, sighting?.observation === reported ? sighting.grid : null),
    observation: reported,
  };
}

/** Whether the screens differ. If one of them could not be read, this is true unless neither could be. */
function isOtherScreen(before: Observation, after: Observation): boolean {
  if (before.device.bootId !== after.device.bootId) return true;
  if (!isReadable(before) || !isReadable(after)) return isReadable(before) !== isReadable(after);
  const { added, removed, changed, isRearranged } = diffScreens(before, after, DEFAULT_OUTLINE);
  return isRearranged || added.length + removed.length + changed.length > 0;
}
