import type { Socket } from "node:net";
import type { ServiceStream } from "../adbd/service.js";
import { lastingController } from "../lasting-controller.js";
import { BrokenPipe } from "../linux/errno.js";
import { Pipe } from "../linux/pipe.js";

const CAPACITY = 1 << 20;

/** A TCP connection as a stream of bytes that can be read in exact pieces and joined with a service. */
export class SocketStream implements ServiceStream {
  readonly name: string;
  readonly #socket: Socket;
  readonly #incoming = new Pipe(CAPACITY);
  readonly #ended = lastingController();

  constructor(socket: Socket, name: string) {
    this.name = name;
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("end", () => this.#incoming.closeWriter());
    socket.on("error", () => socket.destroy()); // "close" follows
    socket.on("close", () => this.#end());
  }

  async read(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null> {
    return await this.#incoming.read(maxBytes, signal);
  }

  /** Reads exactly `count` bytes; null if the connection ends before. */
  async take(count: number, signal: AbortSignal): Promise<Buffer | null> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    while (length < count) {
      const chunk = await this.read(count - length, signal);
      if (!chunk) return null;
      chunks.push(chunk);
      length += chunk.length;
    }
    return Buffer.concat(chunks);
  }

  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#socket.destroyed || !this.#socket.writable) throw new BrokenPipe();
    if (this.#socket.write(bytes)) return;
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new BrokenPipe());
      this.#ended.signal.addEventListener("abort", fail, { once: true });
      this.#socket.once("drain", () => {
        this.#ended.signal.removeEventListener("abort", fail);
        resolve();
      });
      if (this.#ended.signal.aborted) fail();
    });
  }

  /** Bytes that were written are still sent; bytes that arrive from now on are discarded. */
  close(): void {
    this.#socket.end();
    this.#incoming.closeReader();
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const taken = this.#incoming.write(chunk, this.#ended.signal);
    if (this.#incoming.queuedBytes <= CAPACITY) {
      taken.catch(() => {}); // the reader has closed
      return;
    }
    this.#socket.pause();
    taken.then(
      () => this.#socket.resume(),
      () => this.#socket.destroy(),
    );
  }

  #end(): void {
    this.#incoming.closeWriter();
    this.#ended.abort(new BrokenPipe());
  }
}
