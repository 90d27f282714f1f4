import { type CompanionHost, companionHostOf } from "../../../../src/device-recording/companion-request.js";
import type {
  PhoneRecording,
  RecordedEvent,
  RecordedExchange,
} from "../../../../src/device-recording/read-recording.js";
import { lastingController } from "../lasting-controller.js";
import { EventNumbers, type Numbered } from "./event-numbers.js";
import { type PlayParts, paced } from "./play-exchange.js";

/** An action of the companion without a request: it sends an event, or its connections end. */
export type CompanionMove =
  | { readonly kind: "event"; readonly seq: number; readonly event: RecordedEvent["event"] }
  | { readonly kind: "end" };

interface PlacedMove {
  readonly host: CompanionHost;
  readonly move: CompanionMove;
  readonly atMs: number;
  /** How many exchanges had started before it. */
  readonly after: number;
  /** Exchanges of this session with a smaller line had ended before it. */
  readonly line: number;
  readonly session: string;
}

/** The number of events that a companion keeps for later subscribers. */
const KEPT = 256;
/** In the pace `fast`: how long the host can work before it gets the next event. */
const SOON_MS = 50;

/**
 * The current time in a recording, and the companion's actions until this time. The time advances with requests and
 * answers: an action that came before an answer in the recording comes before it again. Between two requests the time
 * advances on its own, until the timeline is disposed of.
 */
export class Timeline implements Disposable {
  readonly #parts: PlayParts;
  readonly #moves: readonly PlacedMove[];
  /** The index of each exchange, by its line. */
  readonly #places: ReadonlyMap<number, number>;
  readonly #numbers: EventNumbers;
  readonly #watchers = new Set<{ readonly host: CompanionHost; readonly onMove: (move: CompanionMove) => void }>();
  readonly #held = new Set<RecordedExchange>();
  #waiting = lastingController();
  #isOver = false;
  #nowMs = 0;
  /** The number of exchanges, from the first one, that have started. */
  #asked = 0;
  #next = 0;

  constructor(parts: PlayParts) {
    this.#parts = parts;
    this.#numbers = new EventNumbers(parts.recording);
    this.#moves = movesOf(parts.recording, this.#numbers);
    this.#places = new Map(parts.recording.exchanges.map(({ line }, place) => [line, place]));
  }

  /** The number of an event in the playback. */
  numberOf(seq: number, numbered: Numbered): number {
    return this.#numbers.of(seq, numbered);
  }

  /** A request was made, and this exchange answers it. */
  asked({ askedAtMs, line }: RecordedExchange): void {
    const place = this.#places.get(line) ?? 0;
    this.#asked = Math.max(this.#asked, place + 1);
    this.#advance(askedAtMs, (move) => move.after <= place);
  }

  /** To be called before the answer, or its last part, is sent. */
  answered({ askedAtMs, end_ms: endMs, line, session }: RecordedExchange): void {
    const place = this.#places.get(line) ?? 0;
    const isBefore = (move: PlacedMove) => move.after <= place || (move.session === session && move.line < line);
    this.#advance(askedAtMs + endMs, isBefore);
  }

  /** Until it is disposed of, actions after the answer of this exchange wait for this answer. */
  hold(exchange: RecordedExchange): Disposable {
    this.#held.add(exchange);
    return {
      [Symbol.dispose]: () => {
        this.#held.delete(exchange);
        this.#restart();
      },
    };
  }

  /** The last events of a companion until now. */
  past(host: CompanionHost): readonly Extract<CompanionMove, { kind: "event" }>[] {
    const moves = this.#moves.slice(0, this.#next).filter((one) => one.host === host);
    return moves.flatMap(({ move }) => (move.kind === "event" ? [move] : [])).slice(-KEPT);
  }

  watch(host: CompanionHost, onMove: (move: CompanionMove) => void): () => void {
    const watcher = { host, onMove };
    this.#watchers.add(watcher);
    this.#restart();
    return () => this.#watchers.delete(watcher);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#watchers.clear();
    this.#waiting.abort();
  }

  #advance(toMs: number, isDue: (move: PlacedMove) => boolean): void {
    this.#nowMs = Math.max(this.#nowMs, toMs);
    for (let due = this.#moves[this.#next]; due && isDue(due); due = this.#moves[this.#next]) {
      this.#next += 1;
      for (const { host, onMove } of [...this.#watchers]) if (host === due.host) onMove(due.move);
    }
    this.#restart();
  }

  #restart(): void {
    this.#waiting.abort();
    if (this.#isOver) return;
    this.#waiting = lastingController();
    void this.#goOn(this.#waiting.signal);
  }

  /** Plays the actions that come before the next request at their times. */
  async #goOn(signal: AbortSignal): Promise<void> {
    const next = this.#moves[this.#next];
    if (this.#watchers.size === 0 || next === undefined || next.after > this.#asked) return;
    if ([...this.#held].some(({ line, session }) => session === next.session && line < next.line)) return;
    const waitMs = Math.max(0, next.atMs - this.#nowMs);
    try {
      if (this.#parts.pace === "fast") await this.#parts.clock.sleep(Math.min(SOON_MS, waitMs), signal);
      else await paced(this.#parts, waitMs, signal);
    } catch {
      return; // a request came, or the timeline was disposed of
    }
    if (!signal.aborted) this.#advance(next.atMs, (move) => move === next);
  }
}

function movesOf({ exchanges, events }: PhoneRecording, numbers: EventNumbers): readonly PlacedMove[] {
  const heard = events.map(({ half: host, heardAtMs: atMs, event, epoch, after, line, session }): PlacedMove => {
    const seq = numbers.of(event.seq, { session, epoch });
    return { host, atMs, after, line, session, move: { kind: "event", seq, event: { ...event, seq } } };
  });
  const ends = exchanges.flatMap(({ service, end, until: after, askedAtMs, line, session, ...one }) => {
    const host = companionHostOf(service);
    if (host === null || end !== "device" || after === undefined) return [];
    const place = { host, atMs: askedAtMs + one.end_ms, after, line, session };
    return [{ ...place, move: { kind: "end" } } satisfies PlacedMove];
  });
  return [...heard, ...ends].toSorted((a, b) => a.after - b.after || a.line - b.line);
}
