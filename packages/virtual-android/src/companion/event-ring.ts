import type { EventType } from "./vocabulary.js";

/** An event that has no number yet. */
export interface DeviceEvent {
  readonly type: EventType;
  readonly window: number | null;
  readonly packageName: string | null;
  readonly className: string | null;
  /** contentChangeTypes; for `windows`, windowChanges. */
  readonly changes: number;
  /** The text; only for notifications, announcements and the state of the service. */
  readonly text: string | null;
}

export interface NumberedEvent extends DeviceEvent {
  readonly seq: number;
  readonly uptimeMs: number;
}

/** The number of events that are kept for slow readers. */
export const EVENTS_KEPT = 256;

/** Types of events that report a change on the screen. */
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

/** The events of one process of the companion, numbered from 1 in the order in which they arrived. */
export class EventRing {
  readonly #now: () => number;
  #kept: NumberedEvent[] = [];
  #last = 0;
  #lastChange: { readonly seq: number; readonly atMs: number } | undefined;
  readonly #listeners = new Set<(event: NumberedEvent) => void>();

  /** `now`: the phone's uptime in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The number of the last event; 0 before the first. */
  get seq(): number {
    return this.#last;
  }

  /** The last event that reported a change. */
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

  /** Skips the numbers of events that were lost before they arrived here. */
  skip(count: number): void {
    this.#last += count;
    this.#kept = [];
  }

  /** The first kept event after this number, and how many events between were dropped; undefined if there is none. */
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

  /** Calls `listener` for each event from now on; gives the function that stops this. */
  onEvent(listener: (event: NumberedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function concerns(event: NumberedEvent, window: number): boolean {
  return event.window === null || event.type === "windows" || event.window === window;
}
