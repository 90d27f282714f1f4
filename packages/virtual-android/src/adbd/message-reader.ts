import {
  checksumOf,
  decodeHeader,
  HEADER_LENGTH,
  type Message,
  type MessageHeader,
  TransportProtocolError,
} from "./message.js";

/** Assembles messages from the chunks of a socket. */
export class MessageReader {
  readonly #mostPayload: number;
  /** True once both sides have agreed on a version with checksums. */
  checksChecksums = false;
  #chunks: Buffer[] = [];
  #length = 0;
  #header: MessageHeader | null = null;

  /** `mostPayload`: the longest payload that is accepted. */
  constructor(mostPayload: number) {
    this.#mostPayload = mostPayload;
  }

  /** Adds a chunk, and gives the messages that it completes. Errors: TransportProtocolError. */
  push(chunk: Buffer): readonly Message[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const messages: Message[] = [];
    for (let message = this.#next(); message; message = this.#next()) messages.push(message);
    return messages;
  }

  #next(): Message | null {
    this.#header ??= this.#nextHeader();
    if (!this.#header || this.#length < this.#header.length) return null;
    const { command, first, second, length, checksum } = this.#header;
    this.#header = null;
    const payload = this.#take(length);
    if (this.checksChecksums && checksumOf(payload) !== checksum) throw new TransportProtocolError("bad checksum");
    return { command, first, second, payload };
  }

  #nextHeader(): MessageHeader | null {
    if (this.#length < HEADER_LENGTH) return null;
    const header = decodeHeader(this.#take(HEADER_LENGTH));
    if (header.length > this.#mostPayload) throw new TransportProtocolError(`payload of ${header.length} bytes`);
    return header;
  }

  #take(count: number): Buffer {
    const [first] = this.#chunks;
    this.#length -= count;
    if (first && first.length > count) {
      this.#chunks[0] = first.subarray(count);
      return first.subarray(0, count);
    }
    const all = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks);
    this.#chunks = all.length > count ? [all.subarray(count)] : [];
    return all.subarray(0, count);
  }
}
