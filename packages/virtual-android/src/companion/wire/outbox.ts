import type { Connection } from "../../linux/listeners.js";

/**
 * A client is disconnected if it reads nothing for this long, or if more than MOST_WAITING bytes are waiting for it.
 */
const PATIENCE_MS = 10_000;
const MOST_WAITING = 40 << 20;
const PIECE = 65_536;

export interface OutboxParts {
  readonly connection: Connection;
  /** Calls `run` after a time of the phone's clock; gives the function that cancels this. */
  after(ms: number, run: () => void): () => void;
  /** The frame to send if no other frame is waiting: the next event. */
  next(): Uint8Array | undefined;
  /** Called when the connection was lost or was broken off. */
  onBroken(): void;
}

/** Sends frames to one client, in order: replies first, events if no reply is waiting. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #aborted = new AbortController();
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  #isWriting = false;
  #isClosing = false;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Sends the frames without others in between. */
  send(...frames: readonly Uint8Array[]): void {
    if (this.#isClosing) return;
    this.#waiting.push(Buffer.concat(frames));
    this.#bytes += frames.reduce((sum, frame) => sum + frame.length, 0);
    if (this.#bytes > MOST_WAITING) this.break();
    else this.poke();
  }

  /** Checks whether there is an event to send. */
  poke(): void {
    if (!this.#isWriting) void this.#write();
  }

  /** Accepts no more frames; sends those that are waiting, then closes the connection. */
  close(): void {
    this.#isClosing = true;
    this.poke();
  }

  /** Closes at once. */
  break(): void {
    this.#isClosing = true;
    this.#waiting = [];
    this.#aborted.abort(new Error("cut off"));
    this.#parts.connection.close();
    this.#parts.onBroken();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      for (let bytes = this.#take(); bytes; bytes = this.#take()) await this.#pass(bytes);
      if (this.#isClosing) this.break();
    } catch {
      this.break(); // the client has closed
    } finally {
      this.#isWriting = false;
    }
  }

  #take(): Uint8Array | undefined {
    const first = this.#waiting.shift();
    if (first) this.#bytes -= first.length;
    return first ?? (this.#isClosing ? undefined : this.#parts.next());
  }

  async #pass(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const cancel = this.#parts.after(PATIENCE_MS, () => this.break());
      try {
        await this.#parts.connection.write(bytes.subarray(at, at + PIECE), this.#aborted.signal);
      } finally {
        cancel();
      }
    }
  }
}
