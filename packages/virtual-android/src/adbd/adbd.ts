import { randomBytes } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { listen } from "../listen.js";
import { COMMAND, type Message, VERSION_WITH_CHECKSUM, VERSION_WITHOUT_CHECKSUM } from "./message.js";
import type { ServiceHost } from "./service-host.js";
import { Transport } from "./transport.js";

/** From Android 9 on adbd sends no checksums and takes 1 MiB at once; before, 256 KiB. */
const NEW_PROTOCOL_API = 28;
const OLD_PAYLOAD = 256 * 1024;
const NEW_PAYLOAD = 1024 * 1024;

/** Kinds of AUTH messages. */
const AUTH = { token: 1, signature: 2, publicKey: 3 } as const;

/** What adbd looks up when a host says hello. */
export interface AdbdParts {
  readonly services: Pick<ServiceHost, "open">;
  apiLevel(): number;
  /** The text of its CNXN. */
  banner(): string;
  /** False while the device is down or unplugged: hosts are dropped as soon as they come. */
  isPresent(): boolean;
  /** Whether hosts are answered at all; false shows as `offline`. */
  isAnswering(): boolean;
  /** Whether the host's key is known; false shows as `unauthorized`. */
  isAuthorized(): boolean;
}

/** The adb daemon of a virtual phone on a loopback port, for `adb connect 127.0.0.1:PORT`. */
export class Adbd {
  readonly #parts: AdbdParts;
  readonly #connections = new Set<AdbdConnection>();
  #server: Server | null = null;
  #port: number;

  /** Port 0: any free one, the same from then on. */
  constructor(port: number, parts: AdbdParts) {
    this.#port = port;
    this.#parts = parts;
  }

  get port(): number {
    return this.#port;
  }

  /** Errors: those of listen(2), for example EADDRINUSE. */
  async listen(): Promise<void> {
    const server = createServer((socket) => this.#accept(socket));
    this.#port = await listen(server, this.#port);
    this.#server = server;
  }

  /** Stops listening and drops every host. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.dropAll();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Drops every host; they may connect again at once. */
  dropAll(): void {
    for (const connection of this.#connections) connection.transport.destroy();
  }

  /** Answers the hosts that wait for it: after an offline time, or when a key has been accepted. */
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

/** One host on the line. */
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

  /** Answers the host's hello, if it waits for that and may have it. */
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
