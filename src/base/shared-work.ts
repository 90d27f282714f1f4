import { AsyncLocalStorage } from "node:async_hooks";
import { abortable, soon } from "./signals.js";

type Work<T> = (signal: AbortSignal) => Promise<T>;

/** Work of one kind that some wait for, or have begun. */
interface Round<T> {
  readonly begin: () => void;
  readonly outcome: Promise<T>;
  readonly control: AbortController;
  /** Whether the work is done: there is nothing left to give up. */
  hasEnded: boolean;
  waiting: number;
  /** The turn of the last one that was reported. */
  reported: Promise<void>;
}

/**
 * Work that many may ask for at once: so much of it goes on at a time, and of a kind only one piece. Who asks while
 * that goes on shares the next piece with all others who wait: what each gets was begun after it asked. The next goes
 * to the kind that was asked for first. What nobody waits for any more is given up.
 */
export class SharedWork<T> {
  readonly #most: number;
  readonly #running = new Set<string>();
  /** By kind, the one that was asked for first in front. */
  readonly #next = new Map<string, Round<T>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Errors: those of `work`, the signal's reason. */
  async run(kind: string, work: Work<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const round = this.#next.get(kind) ?? this.#newRound(kind, work);
    round.waiting += 1;
    this.#begin();
    try {
      const outcome = await abortable(round.outcome, signal);
      await abortable(turnAfter(round), signal);
      return outcome;
    } finally {
      round.waiting -= 1;
      if (round.waiting === 0) this.#leave(kind, round);
    }
  }

  #newRound(kind: string, work: Work<T>): Round<T> {
    const control = new AbortController();
    const { promise: outcome, resolve, reject } = withResolvers<T>();
    // The first caller is the one for whom it is done, and pays for the room that it needs.
    const begin = AsyncLocalStorage.bind(() => {
      work(control.signal)
        .finally(() => {
          round.hasEnded = true;
          this.#ended(kind);
        })
        .then(resolve, reject);
    });
    const round = { begin, outcome, control, hasEnded: false, waiting: 0, reported: Promise.resolve() };
    this.#next.set(kind, round);
    return round;
  }

  #begin(): void {
    for (const [kind, { begin }] of this.#next) {
      if (this.#running.size >= this.#most) return;
      if (this.#running.has(kind)) continue;
      this.#next.delete(kind);
      this.#running.add(kind);
      begin();
    }
  }

  #ended(kind: string): void {
    this.#running.delete(kind);
    this.#begin();
  }

  #leave(kind: string, round: Round<T>): void {
    if (this.#next.get(kind) === round) this.#next.delete(kind);
    if (!round.hasEnded) round.control.abort(new DOMException("no caller waits for it any more", "AbortError"));
  }
}

/** One after another, so that what hundreds make of one outcome leaves time for everything else in between. */
function turnAfter(round: Round<unknown>): Promise<void> {
  const before = round.reported;
  round.reported = before.then(async () => await soon(() => {}));
  return before;
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}
