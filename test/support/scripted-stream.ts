import { frameOf } from "../../src/devices/companion/frames.js";
import type { ServiceStream } from "../../src/devices/device.js";

/** A stream whose other end is the test: it says what comes, and sees what was written. */
export class ScriptedStream implements ServiceStream {
  readonly written: Buffer[] = [];
  isClosed = false;
  #incoming: Buffer[] = [];
  #isOver = false;
  #wake: () => void = () => {};
  #onWrite: (messages: number) => void = () => {};

  async write(bytes: Uint8Array): Promise<void> {
    this.written.push(Buffer.from(bytes));
    this.#onWrite(this.written.length);
  }

  close(): void {
    this.isClosed = true;
    this.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    for (;;) {
      const next = this.#incoming.shift();
      if (next !== undefined) yield next;
      else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  /** Bytes for the client, as they are. */
  push(bytes: Buffer): void {
    this.#incoming.push(bytes);
    this.#wake();
  }

  /** A message for the client. */
  send(message: unknown): void {
    this.push(frameOf(Buffer.from(JSON.stringify(message))));
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Resolves when so many messages were written; gives the last of them. */
  async message(count: number): Promise<Record<string, unknown>> {
    while (this.written.length < count) {
      await new Promise<void>((resolve) => {
        this.#onWrite = () => resolve();
      });
    }
    const frame = this.written[count - 1] ?? Buffer.alloc(4);
    return JSON.parse(frame.subarray(4).toString("utf8"));
  }
}
