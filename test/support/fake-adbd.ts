import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { FakeStream, MAX_PAYLOAD, packet } from "./fake-stream.js";
import { type PushedFile, type SyncOptions, serveSync } from "./fake-sync.js";

/** What a program on the fake device sees. */
export interface FakeProcess {
  readonly command: string;
  /** Aborts when the host closes the stream. */
  readonly signal: AbortSignal;
  stdout(bytes: Uint8Array | string): Promise<void>;
  stderr(bytes: Uint8Array | string): Promise<void>;
  /** Raw bytes in place of shell v2 packets. */
  raw(bytes: Uint8Array): Promise<void>;
}

export interface FakeAdbdOptions extends SyncOptions {
  readonly port?: number;
  /** `device::…` by default; `recovery::`, `sideload::`… for other states. */
  readonly banner?: string;
  /** `auth` requests keys again and again (unauthorized), `silent` never answers (offline). */
  readonly mode?: "online" | "auth" | "silent";
  /** Runs a shell command; gives the exit code, or null to end the stream without one. */
  readonly run?: (process: FakeProcess) => Promise<number | null>;
  /** Answers `localabstract:` and others; refuses them (CLSE) without it. */
  readonly service?: (name: string, stream: FakeStream) => Promise<boolean>;
}

/** An adbd for a real adb server over TCP. It implements only the part of the transport protocol that our tests use. */
export class FakeAdbd implements AsyncDisposable {
  readonly files = new Map<string, PushedFile>();
  /** Names of all services that were opened so far. */
  readonly opened: string[] = [];
  /** Streams that are open now. */
  openStreams = 0;
  readonly options: FakeAdbdOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(options: FakeAdbdOptions) {
    this.options = options;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.#sockets.delete(socket));
      new Transport(socket, this).start();
    });
  }

  get port(): number {
    const address = this.#server.address();
    return isAddress(address) ? address.port : 0;
  }

  get serial(): string {
    return `127.0.0.1:${this.port}`;
  }

  async listen(): Promise<this> {
    this.#server.listen(this.options.port ?? 0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  /** Cuts all connections, as a phone whose cable is pulled. */
  unplug(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.unplug();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, "close");
  }
}

export async function startFakeAdbd(options: FakeAdbdOptions = {}): Promise<FakeAdbd> {
  return await new FakeAdbd(options).listen();
}

/** After an unknown signature adbd sends AUTH again; after a public key it waits for the user. */
const AUTH_SIGNATURE = 2;
const BANNER = "device::ro.product.name=fake;ro.product.model=Fake_Phone;ro.product.device=fake;features=shell_v2,cmd";

/** One adb connection: messages of 24 bytes (command, arg0, arg1, length, checksum, magic) and their payload. */
class Transport {
  readonly #socket: Socket;
  readonly #adbd: FakeAdbd;
  readonly #streams = new Map<number, FakeStream>();
  #buffer: Buffer = Buffer.alloc(0);
  #lastId = 0;

  constructor(socket: Socket, adbd: FakeAdbd) {
    this.#socket = socket;
    this.#adbd = adbd;
  }

  start(): void {
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (chunk) => this.#take(chunk));
    this.#socket.on("close", () => {
      for (const stream of this.#streams.values()) stream.ended();
    });
  }

  send(command: string, arg0: number, arg1: number, data: Uint8Array = new Uint8Array()): void {
    const header = Buffer.alloc(24);
    header.write(command, 0);
    header.writeUInt32LE(arg0, 4);
    header.writeUInt32LE(arg1, 8);
    header.writeUInt32LE(data.length, 12);
    // The checksum at 16 stays 0: it is not checked from protocol 0x01000001 on.
    header.writeUInt32LE((header.readUInt32LE(0) ^ 0xffffffff) >>> 0, 20);
    if (!this.#socket.writable) return;
    this.#socket.cork();
    this.#socket.write(header);
    this.#socket.write(data);
    process.nextTick(() => this.#socket.uncork());
  }

  #take(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    while (this.#buffer.length >= 24) {
      const length = this.#buffer.readUInt32LE(12);
      if (this.#buffer.length < 24 + length) return;
      const message = this.#buffer.subarray(0, 24 + length);
      this.#buffer = this.#buffer.subarray(24 + length);
      this.#handle(
        message.toString("latin1", 0, 4),
        message.readUInt32LE(4),
        message.readUInt32LE(8),
        message.subarray(24),
      );
    }
  }

  #handle(command: string, arg0: number, arg1: number, data: Buffer): void {
    const stream = this.#streams.get(arg1);
    if (command === "CNXN") this.#connect();
    else if (command === "AUTH" && arg0 === AUTH_SIGNATURE) this.send("AUTH", 1, 0, Buffer.alloc(20, 7));
    else if (command === "OPEN") this.#open(arg0, data);
    else if (command === "OKAY") stream?.acknowledged();
    else if (command === "CLSE") stream?.ended();
    else if (command === "WRTE" && stream !== undefined) {
      stream.received(Buffer.from(data));
      this.send("OKAY", arg1, arg0);
    }
  }

  #connect(): void {
    const { mode = "online", banner = BANNER } = this.#adbd.options;
    if (mode === "auth") this.send("AUTH", 1, 0, Buffer.alloc(20, 7));
    if (mode === "online") this.send("CNXN", 0x01000001, MAX_PAYLOAD, Buffer.from(banner));
  }

  #open(remoteId: number, data: Buffer): void {
    const name = data.toString("utf8").replace(/\0$/, "");
    this.#lastId += 1;
    const id = this.#lastId;
    const stream = new FakeStream(this, id, remoteId, () => {
      this.#streams.delete(id);
      this.#adbd.openStreams -= 1;
    });
    this.#streams.set(id, stream);
    this.#adbd.opened.push(name);
    this.#adbd.openStreams += 1;
    void this.#serve(name, stream).finally(() => stream.close());
  }

  async #serve(name: string, stream: FakeStream): Promise<void> {
    const { run, service } = this.#adbd.options;
    if (name === "sync:") return await serveSync(this.#adbd, stream.accept());
    const [, isV2, command] = /^(?:shell(,v2)?[^:]*|exec):([\s\S]*)$/.exec(name) ?? [];
    if (command !== undefined && run !== undefined)
      return await serveShell(run, command, stream.accept(), isV2 !== undefined);
    if (service !== undefined) await service(name, stream);
  }
}

type Run = NonNullable<FakeAdbdOptions["run"]>;

async function serveShell(run: Run, command: string, stream: FakeStream, isV2: boolean): Promise<void> {
  const send = (id: number) => (bytes: Uint8Array | string) => {
    const data = Buffer.from(bytes);
    return stream.write(isV2 ? packet(id, data) : data);
  };
  const code = await run({
    command,
    signal: stream.signal,
    stdout: send(1),
    stderr: send(2),
    raw: (bytes) => stream.write(bytes),
  });
  if (isV2 && code !== null) await stream.write(packet(3, Buffer.from([code])));
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
