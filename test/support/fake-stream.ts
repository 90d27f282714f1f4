/** The part of a connection that a stream uses. */
export interface StreamTransport {
  send(command: string, arg0: number, arg1: number, data?: Uint8Array): void;
}

/** The largest payload of one message. */
export const MAX_PAYLOAD = 1024 * 1024;

/** The device's side of a stream of a transport. */
export class FakeStream {
  readonly #transport: StreamTransport;
  readonly #id: number;
  readonly #remoteId: number;
  readonly #onClose: () => void;
  readonly #abort = new AbortController();
  #input: Buffer = Buffer.alloc(0);
  #wake: () => void = () => {};
  #acknowledge: () => void = () => {};
  #written: Promise<void> = Promise.resolve();
  #isOpen = true;
  #isAccepted = false;

  constructor(transport: StreamTransport, id: number, remoteId: number, onClose: () => void) {
    this.#transport = transport;
    this.#id = id;
    this.#remoteId = remoteId;
    this.#onClose = onClose;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  accept(): this {
    this.#isAccepted = true;
    this.#transport.send("OKAY", this.#id, this.#remoteId);
    return this;
  }

  /** Sends bytes after those of earlier calls; resolves when the host acknowledged them, or the stream ended. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#written = this.#written.then(() => this.#send(bytes));
    await this.#written;
  }

  /** One packet at a time: the host acknowledges each. */
  async #send(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && this.#isOpen; at += MAX_PAYLOAD) {
      const taken = new Promise<void>((resolve) => {
        this.#acknowledge = resolve;
      });
      this.#transport.send("WRTE", this.#id, this.#remoteId, bytes.subarray(at, at + MAX_PAYLOAD));
      await taken;
    }
  }

  /** Exactly `count` bytes from the host; null if the stream ended before. */
  async read(count: number): Promise<Buffer | null> {
    while (this.#input.length < count) {
      if (!this.#isOpen) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const bytes = this.#input.subarray(0, count);
    this.#input = this.#input.subarray(count);
    return bytes;
  }

  received(bytes: Buffer): void {
    this.#input = Buffer.concat([this.#input, bytes]);
    this.#wake();
  }

  acknowledged(): void {
    this.#acknowledge();
  }

  /** Ends the stream, because the host closed it or is gone. */
  ended(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // A refusal has no local id: with one the adb server could not match it to a stream.
    this.#transport.send("CLSE", this.#isAccepted ? this.#id : 0, this.#remoteId);
    this.#abort.abort();
    this.#acknowledge();
    this.#wake();
    this.#onClose();
  }

  close(): void {
    this.ended();
  }
}

/** A shell v2 packet. */
export function packet(id: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt8(id, 0);
  header.writeUInt32LE(data.length, 1);
  return Buffer.concat([header, data]);
}
