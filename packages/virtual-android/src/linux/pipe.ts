import { Condition } from "./condition.js";
import { BrokenPipe } from "./errno.js";

/** The capacity of a Linux pipe. */
const PIPE_CAPACITY = 65536;

/** Smaller chunks are joined when they are read, so that many small writes do not become many small packets. */
const JOIN_BELOW = 16384;

const EMPTY = new Uint8Array(0);

/**
 * Passes bytes from writers to readers, in order. Chunks are passed by reference: a writer must not change a chunk that
 * it has written.
 */
export class Pipe {
  readonly #capacity: number;
  readonly #changed = new Condition();
  #chunks: Uint8Array[] = [];
  #queued = 0;
  #hasWriter = true;
  #hasReader = true;

  constructor(capacity = PIPE_CAPACITY) {
    this.#capacity = capacity;
  }

  get hasReader(): boolean {
    return this.#hasReader;
  }

  get queuedBytes(): number {
    return this.#queued;
  }

  /** The next bytes, at most `maxBytes`; null at the end. Waits until there are some. */
  async read(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#chunks.length > 0) return this.#take(maxBytes);
      if (!this.#hasWriter) return null;
      await this.#changed.wait(signal);
    }
  }

  /** Returns bytes that were read too much; the next read gets them first. */
  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#chunks.unshift(bytes);
    this.#queued += bytes.length;
    this.#changed.notify();
  }

  /** Resolves when the bytes were read or fit into the pipe. Throws BrokenPipe if the reading end is closed. */
  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#hasReader || !this.#hasWriter) throw new BrokenPipe();
    if (bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#queued += bytes.length;
    this.#changed.notify();
    while (this.#queued > this.#capacity) {
      await this.#changed.wait(signal);
      if (!this.#hasReader) throw new BrokenPipe();
    }
  }

  /** The next reader reads the end once, but the pipe stays open: the effect of Ctrl-D on a terminal. */
  writeEndMark(): void {
    this.#chunks.push(EMPTY);
    this.#changed.notify();
  }

  closeWriter(): void {
    this.#hasWriter = false;
    this.#changed.notify();
  }

  closeReader(): void {
    this.#hasReader = false;
    this.#chunks = [];
    this.#queued = 0;
    this.#changed.notify();
  }

  #take(maxBytes: number): Uint8Array | null {
    const first = this.#chunks[0] ?? EMPTY;
    if (first.length === 0) {
      this.#chunks.shift();
      return null;
    }
    const taken =
      first.length >= Math.min(maxBytes, JOIN_BELOW) ? this.#takeFirst(maxBytes) : this.#takeJoined(maxBytes);
    this.#queued -= taken.length;
    this.#changed.notify();
    return taken;
  }

  #takeFirst(maxBytes: number): Uint8Array {
    const first = this.#chunks[0] ?? EMPTY;
    if (first.length <= maxBytes) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(maxBytes);
    return first.subarray(0, maxBytes);
  }

  #takeJoined(maxBytes: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let total = 0;
    for (const chunk of this.#chunks) {
      if (chunk.length === 0 || total + chunk.length > maxBytes) break;
      parts.push(chunk);
      total += chunk.length;
    }
    this.#chunks.splice(0, parts.length);
    return parts.length === 1 ? (parts[0] ?? EMPTY) : Buffer.concat(parts, total);
  }
}
