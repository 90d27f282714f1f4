/** The device's end of one adb service. */
export interface ServiceSession {
  /** The id of its entry in the activity log. */
  readonly id: number;
  /** Aborts when the host has closed the stream or the transport was lost. */
  readonly closed: AbortSignal;
  /** The next bytes from the host; null after it has closed. */
  read(maxBytes?: number): Promise<Uint8Array | null>;
  /** Resolves when the bytes were handed to the transport. Throws after the host has closed. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Serves one stream. When it resolves, all written bytes are sent, and then the device closes the stream. */
export type Service = (session: ServiceSession) => Promise<void>;

/** The host's end of one adb service, before any wire protocol. */
export interface ServiceStream {
  readonly name: string;
  /** The next bytes from the device; null at the end. */
  read(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Resolves when the device has read the bytes. Throws BrokenPipe after the device has closed. */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Closes both directions: the program of the service gets SIGHUP. */
  close(): void;
}

/** Reads pieces of an exact length from a service. */
export class SessionReader {
  readonly #session: ServiceSession;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(session: ServiceSession) {
    this.#session = session;
  }

  /** Reads exactly `count` bytes; null if the host closes before. */
  async take(count: number): Promise<Buffer | null> {
    while (this.#length < count) {
      const chunk = await this.#session.read();
      if (!chunk) return null;
      this.#chunks.push(chunk);
      this.#length += chunk.length;
    }
    const all = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const buffer = Buffer.from(all.buffer, all.byteOffset, all.length);
    this.#length -= count;
    this.#chunks = this.#length > 0 ? [buffer.subarray(count)] : [];
    return buffer.subarray(0, count);
  }
}
