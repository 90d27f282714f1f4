import { parseCompanionMessage } from "../../../../src/device-recording/companion-message.js";
import { isRecord } from "../../../../src/device-recording/companion-tree.js";
import type { PhoneRecording, RecordedExchange } from "../../../../src/device-recording/read-recording.js";

/** The source of an event number: its session, and the process of the companion. */
export interface Numbered {
  readonly session: string;
  readonly epoch?: string | undefined;
}

/**
 * How many last replies of a session are searched for a number, because parallel requests are answered out of order.
 */
const LAST_REPLIES = 8;

/**
 * The numbers of the companion's events in the playback. In the first session they are the recorded ones. Each later
 * session of a companion continues where the session before ended, so numbers never go back, and a listener that
 * continues misses no number.
 */
export class EventNumbers {
  readonly #offsets = new Map<string, number>();

  constructor(recording: PhoneRecording) {
    const lasts = new Map<string, number>();
    for (const [key, own] of livesIn(recording)) {
      const companion = own[0] === undefined ? "" : companionOf(own[0]);
      const hello = own.find(({ service }) => service.includes(" hello "));
      const first = (hello && seqOf(recording, hello)) ?? 0;
      const offset = (lasts.get(companion) ?? first) - first;
      this.#offsets.set(key, offset);
      lasts.set(companion, offset + lastOf(recording, key, own, first));
    }
  }

  of(seq: number, numbered: Numbered): number {
    return Math.max(0, seq + (this.#offsets.get(keyOf(numbered)) ?? 0));
  }
}

function keyOf({ session, epoch }: Numbered): string {
  return `${session} ${epoch}`;
}

function companionOf({ service }: RecordedExchange): string {
  return service.slice(0, service.indexOf(" "));
}

function livesIn({ exchanges }: PhoneRecording): ReadonlyMap<string, readonly RecordedExchange[]> {
  const lives = new Map<string, RecordedExchange[]>();
  for (const one of exchanges) {
    if (one.epoch === undefined) continue;
    const known = lives.get(keyOf(one));
    if (known) known.push(one);
    else lives.set(keyOf(one), [one]);
  }
  return lives;
}

function lastOf(recording: PhoneRecording, key: string, own: readonly RecordedExchange[], first: number): number {
  const ofEvents = recording.events.reduce(
    (most, one) => (keyOf(one) === key ? Math.max(most, one.event.seq) : most),
    first,
  );
  const replied = own.filter(({ chunks }) => chunks.length > 0).toSorted((a, b) => a.line - b.line);
  const ofReplies = replied.slice(-LAST_REPLIES).map((one) => seqOf(recording, one) ?? 0);
  return Math.max(ofEvents, ...ofReplies);
}

/**
 * The event number of a hello or a result; null if there is none. Unreadable answers are reported when they are played.
 */
function seqOf(recording: PhoneRecording, exchange: RecordedExchange): number | null {
  try {
    const { hello, result } = parseCompanionMessage(recording.bytesOf(exchange, "in"));
    const reported = isRecord(hello) ? hello : result;
    return isRecord(reported) && typeof reported["seq"] === "number" ? reported["seq"] : null;
  } catch {
    return null;
  }
}
