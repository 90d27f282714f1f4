import { abortable, deadline } from "../../base/signals.js";
import type { OnDeviceEvent } from "./messages.js";
import type { EventType } from "./words.js";

/** Events after which the screen is unchanged; after any other type it may have changed. */
const CHANGES_NOTHING: ReadonlySet<EventType> = new Set<EventType>([
  "notification",
  "hoverEnter",
  "hoverExit",
  "announcement",
  "speechState",
  "targetedByScroll",
  "other",
]);
/** Events after which windows may have appeared or disappeared, or another one may have the focus. */
const CHANGES_WINDOWS: ReadonlySet<EventType> = new Set<EventType>(["windowState", "windows", "display", "service"]);

/** How many of the latest events are kept, to know their types during a snapshot; the device keeps as many. */
const KEPT = 256;

/** The events that one connection has received, ordered by their numbers; no clock is used. */
export class EventLog {
  #lastSeq: number;
  #dropped = 0;
  #lastChangeSeq = 0;
  #lastWindowsSeq = 0;
  #isSuppressed: boolean;
  readonly #latest: OnDeviceEvent[] = [];
  readonly #waiters = new Set<() => void>();

  constructor(seq: number, isSuppressed: boolean) {
    this.#lastSeq = seq;
    this.#isSuppressed = isSuppressed;
  }

  /** Number of the last received event. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** There is no accessibility connection, as the device last reported. */
  get isSuppressed(): boolean {
    return this.#isSuppressed;
  }

  /** Must be called with each event, in order. */
  note(event: OnDeviceEvent): void {
    const isGap = event.dropped > this.#dropped;
    this.#lastSeq = Math.max(this.#lastSeq, event.seq);
    this.#dropped = event.dropped;
    if (isGap || !CHANGES_NOTHING.has(event.type)) this.#lastChangeSeq = event.seq;
    // The lost events may have been of any type.
    if (isGap || CHANGES_WINDOWS.has(event.type)) this.#lastWindowsSeq = event.seq;
    if (event.type === "service") this.#isSuppressed = event.text === "suppressed";
    this.#latest.push(event);
    if (this.#latest.length > KEPT) this.#latest.shift();
    for (const wake of this.#waiters) wake();
  }

  /** Whether an event after this one may have changed the screen. */
  hasChangedSince(seq: number): boolean {
    return this.#lastChangeSeq > seq;
  }

  /** Whether after this event windows appeared, disappeared, moved, or lost the focus. */
  haveWindowsChangedSince(seq: number): boolean {
    return this.#lastWindowsSeq > seq;
  }

  /** The events numbered from `first` to `last`; undefined if one of them was not received or is not kept. */
  between(first: number, last: number): readonly OnDeviceEvent[] | undefined {
    const found = this.#latest.filter(({ seq }) => seq >= first && seq <= last);
    return found.length === last - first + 1 ? found : undefined;
  }

  /** Whether such an event came after this time of the device's clock, among the kept events. */
  hasHeardLater(uptimeMs: number, isIt: (event: OnDeviceEvent) => boolean): boolean {
    return this.#latest.some((event) => event.uptimeMs > uptimeMs && isIt(event));
  }

  /** The kept events after this one. */
  since(seq: number): readonly OnDeviceEvent[] {
    return this.#latest.filter((event) => event.seq > seq);
  }

  /** True as soon as an event after this one may have changed the screen; false when the time is over. */
  async nextChange(seq: number, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    using limit = deadline(timeoutMs, "waiting for an event", signal);
    while (!this.hasChangedSince(seq)) {
      let wake: () => void = () => {};
      const next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      this.#waiters.add(wake);
      try {
        await abortable(next, limit.signal);
      } catch (error) {
        if (signal.aborted) throw error;
        return this.hasChangedSince(seq);
      } finally {
        this.#waiters.delete(wake);
      }
    }
    return true;
  }
}

/** Whether the screen may have changed after an event of this type. */
export function isChange(type: EventType): boolean {
  return !CHANGES_NOTHING.has(type);
}

/** Whether windows may have changed after an event of this type. */
export function isWindowsChange(type: EventType): boolean {
  return CHANGES_WINDOWS.has(type);
}
