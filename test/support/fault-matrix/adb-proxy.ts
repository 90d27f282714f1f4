import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { seededRandom } from "../../../packages/virtual-android/src/random.js";
import { delay } from "../delay.js";

/** A fault of the adb server's answer to a request. */
export type HostFault =
  | { readonly kind: "hang" | "garbage" | "disconnect" | "silent" }
  /** FAIL with this text in place of an answer. */
  | { readonly kind: "fail"; readonly text: string }
  /** The answer ends after this number of bytes. */
  | { readonly kind: "truncate"; readonly bytes: number }
  | { readonly kind: "slow"; readonly bytesPerSecond: number }
  /** OKAY, the largest possible length, and this number of bytes of text. */
  | { readonly kind: "flood"; readonly bytes: number }
  /** The answer is right, but `run` is called at the same time. */
  | { readonly kind: "event"; readonly run: () => void };

/** Gives the fault for a request; null for none. */
export type Strike = (request: string) => HostFault | null;

/**
 * A proxy between Fovea and an adb server: it sees every request, counts connections, and applies faults to the answers
 * of the requests that `strike` chooses. It forwards all other traffic unchanged.
 */
export class AdbProxy implements AsyncDisposable {
  /** All requests so far, including the services of devices. */
  readonly requests: string[] = [];
  strike: Strike = () => null;
  readonly #upstream: number;
  readonly #sockets = new Set<Socket>();
  readonly #lasting = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(upstream: number) {
    this.#upstream = upstream;
  }

  get port(): number {
    return this.#port;
  }

  /** The number of Fovea's open connections, except for those that track devices. */
  get openConnections(): number {
    return this.#sockets.size - this.#lasting.size;
  }

  get trackers(): number {
    return this.#lasting.size;
  }

  /** Listens; after the first time on the same port again. */
  async listen(): Promise<this> {
    this.#server = createServer((client) => this.#serve(client));
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (typeof address === "object" && address !== null) this.#port = address.port;
    return this;
  }

  /** Ends the connections that track devices; Fovea connects again by itself. */
  dropTrackers(): void {
    for (const socket of this.#lasting) cut(socket);
  }

  /** Resets all connections and stops listening, as a killed server does. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) cut(socket);
    if (server === undefined) return;
    const closed = once(server, "close");
    server.close();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #serve(client: Socket): void {
    this.#sockets.add(client);
    client.on("error", () => {});
    const server = connect(this.#upstream, "127.0.0.1").on("error", () => client.destroy());
    // The end of a pipe pauses its source, which would hide that Fovea closed the connection.
    server.on("close", () => setImmediate(() => client.resume()));
    client.on("close", () => {
      this.#sockets.delete(client);
      this.#lasting.delete(client);
      server.destroy();
    });
    const answers = new Answers(server, client);
    let buffer: Buffer = Buffer.alloc(0);
    let isBound = false;
    const take = (chunk: Buffer) => {
      buffer = Buffer.concat([buffer, chunk]);
      for (let found = firstIn(buffer); found !== null; found = firstIn(buffer)) {
        buffer = found.rest;
        this.#ask(found.request, { client, server, answers });
        if (isBound) return stream();
        isBound = found.request.startsWith("host:transport");
      }
    };
    // After the request that opens a device's service, all bytes are raw.
    const stream = () => {
      client.off("data", take);
      server.write(buffer);
      client.pipe(server);
    };
    client.on("data", take);
  }

  #ask(request: string, { client, server, answers }: Ends): void {
    this.requests.push(request);
    if (request.startsWith("host:track-devices")) this.#lasting.add(client);
    const fault = this.strike(request);
    if (fault !== null && fault.kind !== "event") answers.fault = fault;
    if (fault?.kind === "fail" || fault?.kind === "flood" || fault?.kind === "silent") void answers.answer(fault);
    else if (fault?.kind === "disconnect") cut(client);
    else {
      if (fault?.kind === "event") fault.run();
      server.write(frameOf(request));
    }
  }
}

interface Ends {
  readonly client: Socket;
  readonly server: Socket;
  readonly answers: Answers;
}

export async function startAdbProxy(upstream: number): Promise<AdbProxy> {
  return await new AdbProxy(upstream).listen();
}

/** Forwards the adb server's answers on one connection, changed by the fault. */
class Answers {
  fault: HostFault | null = null;
  readonly #client: Socket;
  readonly #random = seededRandom(1, "adb proxy");
  #passed = 0;

  constructor(server: Socket, client: Socket) {
    this.#client = client;
    void this.#passAll(server);
  }

  /** Answers in place of the server. */
  async answer(fault: HostFault): Promise<void> {
    if (fault.kind === "fail") await this.#send(Buffer.from(`FAIL${hexLength(fault.text)}${fault.text}`));
    else await this.#send(Buffer.from("OKAY"));
    if (fault.kind === "flood") await this.#flood(fault.bytes);
    this.#client.end();
  }

  async #flood(bytes: number): Promise<void> {
    const block = Buffer.from(`ffff${"flood ".repeat(10_922)}fld`);
    for (let sent = 0; sent < bytes && !this.#client.destroyed; sent += block.length) await this.#send(block);
  }

  async #passAll(server: Socket): Promise<void> {
    try {
      for await (const chunk of server) await this.#pass(chunk);
    } catch {
      // the server was killed, or the client closed
    }
    if (this.fault?.kind !== "hang") this.#client.end();
  }

  async #pass(chunk: Buffer): Promise<void> {
    const { fault } = this;
    switch (fault?.kind) {
      case undefined:
        return await this.#send(chunk);
      case "garbage":
        return await this.#send(Buffer.from(chunk.map(() => Math.floor(this.#random() * 256))));
      case "slow":
        return await this.#trickle(chunk, fault.bytesPerSecond);
      case "truncate":
        await this.#send(chunk.subarray(0, Math.max(0, fault.bytes - this.#passed)));
        this.#passed += chunk.length;
        if (this.#passed >= fault.bytes) this.#client.end();
        return;
      default:
        return; // nothing more comes
    }
  }

  async #trickle(chunk: Buffer, bytesPerSecond: number): Promise<void> {
    for (const byte of chunk) {
      if (this.#client.destroyed) return;
      await delay(1000 / bytesPerSecond);
      await this.#send(Buffer.from([byte]));
    }
  }

  async #send(bytes: Buffer): Promise<void> {
    if (!this.#client.writable || this.#client.write(bytes)) return;
    await Promise.race([once(this.#client, "drain"), once(this.#client, "close")]).catch(() => {});
  }
}

/**
 * Ends a connection as a killed program does. If this side has already sent its end, libuv refuses a reset and Node
 * would keep the connection, so it is destroyed.
 */
function cut(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** The first request in the bytes, and the bytes after it; null while the request is incomplete. */
function firstIn(bytes: Buffer): { readonly request: string; readonly rest: Buffer } | null {
  const end = 4 + Number.parseInt(bytes.toString("latin1", 0, 4), 16);
  if (bytes.length < 4 || bytes.length < end) return null;
  return { request: bytes.toString("utf8", 4, end), rest: bytes.subarray(end) };
}

function frameOf(request: string): string {
  return hexLength(request) + request;
}

function hexLength(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, "0");
}
