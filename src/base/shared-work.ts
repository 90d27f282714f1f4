import { AsyncLocalStorage } from "node:async_hooks";
import { abortable, soon } from "./signals.js";

type Work<T> = (signal: AbortSignal) => Promise<T>;

/** Work of one kind for which callers wait. */
interface Round<T> {
  readonly begin: () => void;
  readonly outcome: Promise<T>;
  readonly control: AbortController;
  /** Whether the work has ended: then there is nothing to cancel. */
  hasEnded: boolean;
  waiting: number;
  /** Resolves when the last caller so far has received the result. */
  reported: Promise<void>;
}

/**
 * Work that many callers may request at the same time. At most `most` pieces of work run at once, and only one of each
 * kind. A caller that asks while its kind runs shares the next piece with all other waiting callers: so the work was
 * always begun after the request. The kind that was requested first runs next. Work that no caller waits for any more
 * is cancelled.
 */
export class SharedWork<T> {
  readonly #most: number;
  readonly #running = new Set<string>();
  /** The next piece of each kind, the first requested one in front. */
  readonly #next = new Map<string, Round<T>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs the work, or shares it. Errors: those of `work`, the signal's reason. */
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
    // The work runs in the context of the first caller, which pays for it.
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

/** Hands the result to one caller after another, so that hundreds of callers leave time for other work in between. */
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
