import { frameOf } from "../../src/devices/companion/frames.js";
import type { ServiceStream } from "../../src/devices/device.js";

/** A stream to the test, which sends bytes and reads the written bytes. */
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

  /** Sends bytes to the client unchanged. */
  push(bytes: Buffer): void {
    this.#incoming.push(bytes);
    this.#wake();
  }

  /** Sends a message to the client. */
  send(message: unknown): void {
    this.push(frameOf(Buffer.from(JSON.stringify(message))));
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Resolves when this number of messages were written; gives the last of them. */
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
