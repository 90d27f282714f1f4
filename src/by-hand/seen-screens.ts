import { isChange, isWindowsChange } from "../devices/companion/event-log.js";
import type { LiveCompanion } from "../devices/companion/live-companion.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import type { Observation } from "../screen/observation.js";
import type { Session } from "../session/session.js";

/** A screen as it was read. */
export interface SeenScreen {
  readonly observation: Observation;
  /** The number of the last event before it was read. */
  readonly seq: number;
  /** When the reading was complete, in ms by the device's clock since boot. */
  readonly readAtMs: number;
}

/** An app may report a change this much later: it sends at most one event in 100 ms. */
const LATE_MS = 100;
const KEPT = 3;

/** The last screens of a device that a person uses, each with the number of the event up to which it is valid. */
export class SeenScreens {
  readonly #session: Session;
  readonly #companion: LiveCompanion;
  #screens: readonly SeenScreen[] = [];

  constructor(session: Session, companion: LiveCompanion) {
    this.#session = session;
    this.#companion = companion;
  }

  get last(): SeenScreen | undefined {
    return this.#screens.at(-1);
  }

  /** Whether something may have changed since the last reading. */
  get isOutdated(): boolean {
    return this.last === undefined || this.#companion.events.hasChangedSince(this.last.seq);
  }

  /** Reads the screen. Errors: those of the connection, and `signal`'s. */
  async read(signal: AbortSignal): Promise<SeenScreen> {
    const { lastSeq: seq } = this.#companion.events;
    const { observation } = await observe(this.#session, OBSERVE_TREE, signal);
    const seen = { observation, seq, readAtMs: this.#companion.readAtMs };
    this.#screens = [...this.#screens, seen].slice(-KEPT);
    return seen;
  }

  /**
   * The screen at the time of a touch: the last one read before it. There is a doubt if a change was reported between
   * the two, or right after the finger touched, because such a change may have happened before.
   */
  before({ downMs, upMs }: { readonly downMs: number; readonly upMs: number }): ScreenAtTouch {
    const seen = this.#screens.findLast(({ readAtMs }) => readAtMs <= downMs) ?? null;
    if (!seen)
      return { seen, doubt: "the screen had not been read yet when it was touched", isLate: false, windows: false };
    // Events have whole milliseconds; a change after the finger left is an effect of the touch.
    const until = Math.min(Math.floor(upMs), downMs + LATE_MS);
    const { events } = this.#companion;
    const heard = events.between(seen.seq + 1, events.lastSeq);
    if (heard === undefined)
      return { seen, doubt: "some events that the device announced did not arrive", isLate: false, windows: false };
    const earlier = heard.filter(({ uptimeMs }) => uptimeMs < until);
    const isOther = earlier.some(({ type }) => isChange(type));
    return {
      seen,
      doubt: isOther ? "the screen changed between the last reading and the touch" : null,
      isLate: isOther && !earlier.some(({ type, uptimeMs }) => isChange(type) && uptimeMs <= downMs),
      windows: !earlier.some(({ type }) => isWindowsChange(type)),
    };
  }
}

/** What is known of the screen at the time of a touch. */
export interface ScreenAtTouch {
  readonly seen: SeenScreen | null;
  /** Why its elements may have changed; null if they have not. */
  readonly doubt: string | null;
  /** The doubt is about a change right after the touch: the touch itself may have caused it. */
  readonly isLate: boolean;
  /** Whether at least its windows are the same, including the keyboard. */
  readonly windows: boolean;
}
