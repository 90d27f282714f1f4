import type { ServiceStream } from "../../src/devices/device.js";
import { FakeStream } from "./fake-stream.js";

/** A stream without adb in between: this object is the host's end, `device` the device's end. */
export class BridgedStream implements ServiceStream {
  readonly device: FakeStream;
  readonly #signal: AbortSignal;
  readonly #incoming: Buffer[] = [];
  #isOver = false;
  #wake: () => void = () => {};

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    this.device = new FakeStream(
      { send: (command, _from, _to, data) => this.#received(command, data) },
      1,
      1,
      () => {},
    );
    signal.addEventListener("abort", () => this.close(), { once: true });
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#signal.throwIfAborted();
    this.device.received(Buffer.from(bytes));
  }

  close(): void {
    this.device.ended();
    this.#end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    for (;;) {
      this.#signal.throwIfAborted();
      const next = this.#incoming.shift();
      if (next !== undefined) yield next;
      else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #received(command: string, data: Uint8Array | undefined): void {
    if (command === "CLSE") this.#end();
    if (data !== undefined) this.#incoming.push(Buffer.from(data));
    this.#wake();
    queueMicrotask(() => this.device.acknowledged());
  }

  #end(): void {
    this.#isOver = true;
    this.#wake();
  }
}
