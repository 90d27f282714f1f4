import { connect, type Socket } from "node:net";

/** A client connection of the smart-socket protocol. */
export class SmartSocket implements Disposable {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #hasEnded = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    const end = () => {
      this.#hasEnded = true;
      this.#wake();
    };
    socket.on("end", end);
    socket.on("error", end);
    socket.on("close", end);
  }

  static async open(port: number): Promise<SmartSocket> {
    const socket = connect(port, "127.0.0.1");
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new SmartSocket(socket);
  }

  send(request: string): void {
    this.#socket.write(Buffer.from(Buffer.byteLength(request).toString(16).padStart(4, "0") + request));
  }

  sendRaw(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Reads exactly this number of bytes, as Latin-1; fewer if the connection ends. */
  async take(count: number): Promise<string> {
    await this.#until(() => this.#received.length >= count);
    const taken = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return taken.toString("latin1");
  }

  /** Reads a hex length, and the text after it. */
  async takeString(): Promise<string> {
    return await this.take(Number.parseInt(await this.take(4), 16));
  }

  /** Reads all bytes until the server closes the connection. */
  async rest(): Promise<string> {
    await this.#until(() => this.#hasEnded);
    return this.#received.toString("latin1");
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  async #until(isDone: () => boolean): Promise<void> {
    const timeout = AbortSignal.timeout(60_000);
    while (!isDone() && !this.#hasEnded) {
      timeout.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** The whole answer to one request. */
export async function ask(port: number, request: string): Promise<string> {
  using socket = await SmartSocket.open(port);
  socket.send(request);
  return await socket.rest();
}

/** The whole answer of a device's service, including OKAY. */
export async function askDevice(port: number, serial: string, service: string): Promise<string> {
  using socket = await SmartSocket.open(port);
  socket.send(`host:transport:${serial}`);
  const reply = await socket.take(4);
  if (reply !== "OKAY") return reply + (await socket.rest());
  socket.send(service);
  return await socket.rest();
}
