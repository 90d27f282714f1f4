import type { Connection } from "../../linux/listeners.js";
import { LONGEST_REQUEST } from "./limits.js";
import { WireError } from "./wire-error.js";

const AT_ONCE = 65_536;

/** Splits the bytes of a client into message bodies. */
export class FrameReader {
  readonly #connection: Connection;
  readonly #signal: AbortSignal;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(connection: Connection, signal: AbortSignal) {
    this.#connection = connection;
    this.#signal = signal;
  }

  /** The next body; null if the client has closed, even inside a frame. Errors: BAD_FRAME. */
  async next(): Promise<Buffer | null> {
    const head = await this.#take(4);
    if (!head) return null;
    const length = head.readUInt32BE();
    if (length === 0) throw new WireError("BAD_FRAME", "an empty frame");
    if (length > LONGEST_REQUEST) throw new WireError("BAD_FRAME", `a frame longer than ${LONGEST_REQUEST} bytes`);
    return await this.#take(length);
  }

  async #take(count: number): Promise<Buffer | null> {
    while (this.#length < count) {
      const chunk = await this.#connection.read(AT_ONCE, this.#signal);
      if (!chunk) return null;
      this.#chunks.push(chunk);
      this.#length += chunk.length;
    }
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all.subarray(count)];
    this.#length -= count;
    return all.subarray(0, count);
  }
}

/** A frame: the length of the body, then the body. */
export function frameOf(body: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(4 + body.length);
  frame.writeUInt32BE(body.length);
  frame.set(body, 4);
  return frame;
}

/** A message as a frame. */
export function messageFrame(message: object): Buffer {
  return frameOf(Buffer.from(JSON.stringify(message)));
}
