import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { FakeProcess } from "./fake-adbd.js";
import { packet } from "./fake-stream.js";

export interface FakeAdbServerOptions {
  readonly port?: number;
  /** The text of `host:devices-l` at the start. */
  readonly rows?: string;
  /** The features of every device. */
  readonly features?: string;
  /** Answers a request in place of the default; gives true if it did. */
  readonly answer?: (request: string, conversation: Conversation) => boolean | Promise<boolean>;
  /** Runs shell commands of any device; gives the exit code, or null to end the stream without one. */
  readonly run?: (process: FakeProcess, serial: string) => Promise<number | null>;
}

/** One connection of a client. */
export interface Conversation {
  readonly socket: Socket;
  /** The device chosen by `host:transport:`. */
  readonly serial: string | null;
  okay(): void;
  fail(text: string): void;
  /** OKAY and a value with its length. */
  value(text: string): void;
}

/** A scripted adb server in this process, for behaviour that a real server does not show on demand. */
export class FakeAdbServer implements AsyncDisposable {
  /** All requests so far. */
  readonly requests: string[] = [];
  readonly #options: FakeAdbServerOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #trackers = new Set<Socket>();
  #rows: string;

  constructor(options: FakeAdbServerOptions) {
    this.#options = options;
    this.#rows = options.rows ?? "";
    // Half-open sockets would hide that a client closed; a real adb server also closes its side then.
    this.#server = createServer({ allowHalfOpen: false }, (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        this.#sockets.delete(socket);
        this.#trackers.delete(socket);
      });
      void this.#converse(socket);
    });
  }

  get port(): number {
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("not listening");
    return address.port;
  }

  /** The number of open connections, except for those that track devices. */
  get openConnections(): number {
    return this.#sockets.size - this.#trackers.size;
  }

  get trackers(): number {
    return this.#trackers.size;
  }

  get rows(): string {
    return this.#rows;
  }

  setRows(rows: string): void {
    this.#rows = rows;
    for (const tracker of this.#trackers) tracker.write(lengthOf(rows) + rows);
  }

  async listen(): Promise<this> {
    this.#server.listen(this.#options.port ?? 0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, "close");
  }

  async #converse(socket: Socket): Promise<void> {
    let serial: string | null = null;
    for await (const request of requests(socket)) {
      this.requests.push(request);
      const conversation = conversationOn(socket, serial);
      if (await this.#options.answer?.(request, conversation)) continue;
      if (request.startsWith("host:transport:")) {
        serial = request.slice("host:transport:".length);
        conversation.okay();
      } else if (serial !== null) await this.#serve(request, serial, conversation);
      else this.#answer(request, conversation);
    }
  }

  #answer(request: string, conversation: Conversation): void {
    if (request === "host:version") conversation.value("0029");
    else if (request === "host:devices-l") conversation.value(this.#rows);
    else if (request === "host:track-devices-l") {
      conversation.value(this.#rows);
      this.#trackers.add(conversation.socket);
    } else if (/^host-serial:.*:features$/.test(request)) conversation.value(this.#options.features ?? "shell_v2,cmd");
    else conversation.fail("unknown host service");
  }

  async #serve(request: string, serial: string, conversation: Conversation): Promise<void> {
    const command = /^shell,v2,raw:([\s\S]*)$/.exec(request)?.[1];
    const { run } = this.#options;
    if (command === undefined || run === undefined) return conversation.fail("closed");
    conversation.okay();
    const { socket } = conversation;
    const gone = new AbortController();
    socket.once("close", () => gone.abort());
    const raw = async (bytes: Uint8Array) => void (socket.writable && socket.write(bytes));
    const send = (id: number) => (bytes: Uint8Array | string) => raw(packet(id, Buffer.from(bytes)));
    const code = await run({ command, signal: gone.signal, stdout: send(1), stderr: send(2), raw }, serial);
    if (code !== null) await raw(packet(3, Buffer.from([code])));
    socket.end();
  }
}

export async function startFakeAdbServer(options: FakeAdbServerOptions = {}): Promise<FakeAdbServer> {
  return await new FakeAdbServer(options).listen();
}

/** Each request on a connection: four hex digits of length, and the text. */
async function* requests(socket: Socket): AsyncGenerator<string> {
  let buffer: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of socket) {
      buffer = Buffer.concat([buffer, chunk]);
      const length = () => Number.parseInt(buffer.toString("latin1", 0, 4), 16);
      while (buffer.length >= 4 && buffer.length >= 4 + length()) {
        const end = 4 + length();
        const request = buffer.toString("utf8", 4, end);
        buffer = buffer.subarray(end);
        yield request;
      }
    }
  } catch {
    // the client closed in the middle
  }
}

function conversationOn(socket: Socket, serial: string | null): Conversation {
  const send = (text: string) => void (socket.writable && socket.write(text));
  return {
    socket,
    serial,
    okay: () => send("OKAY"),
    fail: (text) => send(`FAIL${lengthOf(text)}${text}`),
    value: (text) => send(`OKAY${lengthOf(text)}${text}`),
  };
}

function lengthOf(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, "0");
}
