import type { Socket } from "node:net";
import { toFoveaError } from "../../base/errors.js";
import type { ServiceStream } from "../device.js";
import { lostConnection } from "./adb-errors.js";

export interface SocketStreamOptions {
  readonly serial: string;
  /** The name of the service, for messages. */
  readonly service: string;
  /** The stream ends when any of them aborts. */
  readonly signals: readonly AbortSignal[];
  /** Called once, when either side has closed the socket. */
  readonly onClose: () => void;
}

/** A device's service through a socket of the adb server. */
export class SocketStream implements ServiceStream {
  readonly #socket: Socket;
  readonly #options: SocketStreamOptions;
  #aborted: { readonly reason: unknown } | undefined;
  #isClosed = false;

  constructor(socket: Socket, options: SocketStreamOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on("error", () => {}); // reading and writing report it
    const stops = options.signals.map((signal) => {
      const stop = () => this.#abort(signal.reason);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
      return () => signal.removeEventListener("abort", stop);
    });
    const ended = () => {
      for (const stop of stops) stop();
      options.onClose();
    };
    if (socket.closed) ended();
    else socket.once("close", ended);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#throwIfAborted();
    if (!this.#socket.writable) throw this.#lost();
    const written = new Promise<void>((resolve, reject) => {
      this.#socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    try {
      await written;
    } catch (error) {
      this.#throwIfAborted();
      throw this.#lost(error);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    this.#throwIfAborted();
    try {
      yield* this.#chunks();
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  async *#chunks(): AsyncGenerator<Buffer, void, void> {
    try {
      yield* this.#socket;
    } catch (error) {
      this.#throwIfAborted();
      if (this.#isClosed) return;
      throw this.#lost(error);
    }
    this.#throwIfAborted();
  }

  #abort(reason: unknown): void {
    this.#aborted = { reason };
    this.#socket.destroy();
  }

  #throwIfAborted(): void {
    if (this.#aborted) throw this.#aborted.reason;
  }

  #lost(cause?: unknown): Error {
    const { serial, service } = this.#options;
    const why = cause === undefined ? "the stream is closed" : toFoveaError(cause).message;
    return lostConnection(`${serial}: the connection to "${service.slice(0, 80)}" was lost: ${why}`, { serial }, cause);
  }
}
