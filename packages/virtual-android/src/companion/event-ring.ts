import type { EventType } from "./vocabulary.js";

/** What happened, before it has a number. */
export interface DeviceEvent {
  readonly type: EventType;
  readonly window: number | null;
  readonly packageName: string | null;
  readonly className: string | null;
  /** contentChangeTypes, or windowChanges for `windows`. */
  readonly changes: number;
  /** The text; only for notifications, announcements and the state of the service. */
  readonly text: string | null;
}

export interface NumberedEvent extends DeviceEvent {
  readonly seq: number;
  readonly uptimeMs: number;
}

/** Events that are kept for those who read slowly. */
export const EVENTS_KEPT = 256;

/** What says that something on the screen is not as it was. */
const CHANGES: ReadonlySet<EventType> = new Set([
  "selected",
  "focused",
  "textChanged",
  "windowState",
  "scrolled",
  "content",
  "textSelection",
  "windows",
  "display",
]);

/** The events of one life of the service's process, numbered from 1 as they reached it. */
export class EventRing {
  readonly #now: () => number;
  #kept: NumberedEvent[] = [];
  #last = 0;
  #lastChange: { readonly seq: number; readonly atMs: number } | undefined;
  readonly #listeners = new Set<(event: NumberedEvent) => void>();

  /** `now` gives the phone's uptime in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The number of the last event; 0 before the first. */
  get seq(): number {
    return this.#last;
  }

  /** The last event that announced a change. */
  get lastChange(): { readonly seq: number; readonly atMs: number } | undefined {
    return this.#lastChange;
  }

  add(event: DeviceEvent): void {
    this.#last += 1;
    const atMs = this.#now();
    const numbered = { ...event, seq: this.#last, uptimeMs: Math.floor(atMs) };
    if (CHANGES.has(event.type)) this.#lastChange = { seq: this.#last, atMs };
    this.#kept.push(numbered);
    if (this.#kept.length > EVENTS_KEPT) this.#kept.shift();
    for (const listener of [...this.#listeners]) listener(numbered);
  }

  /** Events that nobody here ever saw: their numbers are gone. */
  skip(count: number): void {
    this.#last += count;
    this.#kept = [];
  }

  /** The kept event after this number, and how many before it are gone; undefined if there is none yet. */
  next(after: number): { readonly event: NumberedEvent; readonly gone: number } | undefined {
    const event = this.#kept.find((one) => one.seq > after);
    return event && { event, gone: event.seq - after - 1 };
  }

  /** Whether a change of this window, or one that concerns all windows, came after this number. */
  hasChanged(window: number, after: number): boolean {
    const [oldest] = this.#kept;
    if (this.#last > after && (oldest === undefined || oldest.seq > after + 1)) return true;
    return this.#kept.some((one) => one.seq > after && CHANGES.has(one.type) && concerns(one, window));
  }

  /** Calls back for each event from now on; gives what ends it. */
  onEvent(listener: (event: NumberedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function concerns(event: NumberedEvent, window: number): boolean {
  return event.window === null || event.type === "windows" || event.window === window;
}
