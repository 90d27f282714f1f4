import { connect, type Socket } from "node:net";
import { COMMAND, checksumOf, encodeHeader, type Message } from "../../packages/virtual-android/src/adbd/message.js";
import { MessageReader } from "../../packages/virtual-android/src/adbd/message-reader.js";

/** The host's end of a transport, message by message. */
export class AdbWire implements Disposable {
  readonly #socket: Socket;
  readonly #reader = new MessageReader(1 << 20);
  readonly #messages: Message[] = [];
  #hasEnded = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#messages.push(...this.#reader.push(chunk));
      this.#wake();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#hasEnded = true;
      this.#wake();
    });
  }

  static async open(port: number): Promise<AdbWire> {
    const socket = connect(port, "127.0.0.1");
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new AdbWire(socket);
  }

  send(command: number, first: number, second: number, payload: string | Uint8Array = "", checksum?: number): void {
    const bytes = Buffer.from(payload);
    const header = { command, first, second, length: bytes.length, checksum: checksum ?? checksumOf(bytes) };
    this.#socket.write(Buffer.concat([encodeHeader(header), bytes]));
  }

  sendRaw(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** The next message; null if the device has closed the connection. */
  async next(): Promise<Message | null> {
    const timeout = AbortSignal.timeout(60_000);
    for (;;) {
      const message = this.#messages.shift();
      if (message) return message;
      if (this.#hasEnded) return null;
      timeout.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timeout.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  /** How many messages have arrived and were not read yet. */
  get waiting(): number {
    return this.#messages.length;
  }

  /** Sends CNXN, and gives the device's answer. */
  async hello(version = 0x01000001, maxPayload = 1 << 20): Promise<Message> {
    this.send(COMMAND.CNXN, version, maxPayload, "host::features=shell_v2,cmd");
    const answer = await this.next();
    if (!answer) throw new Error("the device hung up");
    return answer;
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}
