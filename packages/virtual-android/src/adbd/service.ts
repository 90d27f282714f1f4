/** The device's end of one adb service. */
export interface ServiceSession {
  /** Its entry in the activity log. */
  readonly id: number;
  /** Aborts when the host has closed the stream or the transport is gone. */
  readonly closed: AbortSignal;
  /** The next bytes from the host; null once it has closed. */
  read(maxBytes?: number): Promise<Uint8Array | null>;
  /** Resolves when the bytes are on their way. Throws once the host has closed. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Serves one stream; when it resolves, the device closes the stream after everything written has arrived. */
export type Service = (session: ServiceSession) => Promise<void>;

/** The host's end of one adb service, before any wire protocol. */
export interface ServiceStream {
  readonly name: string;
  /** The next bytes from the device; null at the end. */
  read(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Resolves when the device has taken the bytes. Throws BrokenPipe once the device has closed. */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Closes both directions: what runs behind it is hung up. */
  close(): void;
}

/** Reads from a service as a sequence of exact pieces. */
export class SessionReader {
  readonly #session: ServiceSession;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(session: ServiceSession) {
    this.#session = session;
  }

  /** Exactly so many bytes; null if the host closes before. */
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
