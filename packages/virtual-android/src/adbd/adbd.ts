import { randomBytes } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { listen } from "../listen.js";
import { COMMAND, type Message, VERSION_WITH_CHECKSUM, VERSION_WITHOUT_CHECKSUM } from "./message.js";
import type { ServiceHost } from "./service-host.js";
import { Transport } from "./transport.js";

/** From Android 9 on adbd sends no checksums and accepts payloads of 1 MiB; before, 256 KiB. */
const NEW_PROTOCOL_API = 28;
const OLD_PAYLOAD = 256 * 1024;
const NEW_PAYLOAD = 1024 * 1024;

/** The kinds of AUTH messages. */
const AUTH = { token: 1, signature: 2, publicKey: 3 } as const;

/** The facts that adbd needs when a host connects. */
export interface AdbdParts {
  readonly services: Pick<ServiceHost, "open">;
  apiLevel(): number;
  /** The text of its CNXN message. */
  banner(): string;
  /** False while the device is switched off or unplugged: adbd closes each new connection at once. */
  isPresent(): boolean;
  /** Whether adbd answers hosts at all; if false, the device shows as `offline`. */
  isAnswering(): boolean;
  /** Whether adbd knows the host's key; if false, the device shows as `unauthorized`. */
  isAuthorized(): boolean;
}

/** The adb daemon of a virtual phone on a loopback port, for `adb connect 127.0.0.1:PORT`. */
export class Adbd {
  readonly #parts: AdbdParts;
  readonly #connections = new Set<AdbdConnection>();
  #server: Server | null = null;
  #port: number;

  /** `port` 0: any free port, which stays the same after a restart. */
  constructor(port: number, parts: AdbdParts) {
    this.#port = port;
    this.#parts = parts;
  }

  get port(): number {
    return this.#port;
  }

  /** Starts to listen. Errors: those of listen(2), for example EADDRINUSE. */
  async listen(): Promise<void> {
    const server = createServer((socket) => this.#accept(socket));
    this.#port = await listen(server, this.#port);
    this.#server = server;
  }

  /** Stops listening, and disconnects all hosts. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.dropAll();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Disconnects all hosts; a host may connect again at once. */
  dropAll(): void {
    for (const connection of this.#connections) connection.transport.destroy();
  }

  /** Answers the hosts that wait: after an offline time, or after a key was accepted. */
  answerWaiting(): void {
    for (const connection of this.#connections) connection.answer();
  }

  #accept(socket: Socket): void {
    if (!this.#parts.isPresent()) {
      socket.destroy();
      return;
    }
    const connection = new AdbdConnection(socket, this.#parts, () => this.#connections.delete(connection));
    this.#connections.add(connection);
  }
}

/** One connected host. */
class AdbdConnection {
  readonly transport: Transport;
  readonly #parts: AdbdParts;
  #hello: Message | null = null;

  constructor(socket: Socket, parts: AdbdParts, onEnd: () => void) {
    this.#parts = parts;
    this.transport = new Transport(socket, {
      onControl: (message) => this.#control(message),
      onOpen: (name, signal) => parts.services.open(name, signal),
      onEnd,
    });
  }

  /** Answers the host's CNXN if the host waits for it and adbd answers hosts. */
  answer(): void {
    if (!this.#hello || !this.#parts.isAnswering()) return;
    if (!this.#parts.isAuthorized()) {
      this.transport.send({ command: COMMAND.AUTH, first: AUTH.token, second: 0, payload: randomBytes(20) });
      return;
    }
    this.#connect(this.#hello);
    this.#hello = null;
  }

  #control(message: Message): void {
    if (message.command === COMMAND.CNXN) this.#hello = message;
    const isSignature = message.command === COMMAND.AUTH && message.first === AUTH.signature;
    if (message.command === COMMAND.CNXN || isSignature) this.answer();
  }

  #connect(hello: Message): void {
    const isNew = this.#parts.apiLevel() >= NEW_PROTOCOL_API;
    const version = isNew ? VERSION_WITHOUT_CHECKSUM : VERSION_WITH_CHECKSUM;
    const maxPayload = isNew ? NEW_PAYLOAD : OLD_PAYLOAD;
    const payload = Buffer.from(this.#parts.banner());
    this.transport.send({ command: COMMAND.CNXN, first: version, second: maxPayload, payload });
    this.transport.agree({
      version: Math.min(version, hello.first),
      maxPayload: Math.min(maxPayload, hello.second),
    });
  }
}
