import type { EventRing } from "../event-ring.js";
import type { EventType } from "../vocabulary.js";
import { messageFrame } from "./frame-reader.js";

/** The events to which one client subscribed; the client gets them one by one, as fast as it reads. */
export class Subscription {
  readonly #ring: EventRing;
  readonly #types: ReadonlySet<EventType> | undefined;
  /** The number of the last event before the subscription. */
  readonly seq: number;
  #sent: number;
  #dropped = 0;

  constructor(ring: EventRing, options: { types?: readonly EventType[] | undefined; after?: number | undefined }) {
    this.#ring = ring;
    this.#types = options.types && new Set(options.types);
    this.seq = Math.min(options.after ?? ring.seq, ring.seq);
    this.#sent = this.seq;
  }

  /** The frame of the next event; undefined if there is no new event. */
  next(): Uint8Array | undefined {
    for (let found = this.#ring.next(this.#sent); found; found = this.#ring.next(this.#sent)) {
      const { event, gone } = found;
      this.#sent = event.seq;
      this.#dropped += gone;
      if (this.#types?.has(event.type) === false) continue;
      const { seq, uptimeMs, type, window, packageName, className, changes, text } = event;
      const reported = { seq, dropped: this.#dropped, uptimeMs, type, window };
      return messageFrame({ event: { ...reported, package: packageName, class: className, changes, text } });
    }
    return undefined;
  }
}
