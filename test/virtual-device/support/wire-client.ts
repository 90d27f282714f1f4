import assert from "node:assert/strict";
import type { ServiceStream } from "../../../packages/virtual-android/src/adbd/service.js";
import type { Peer } from "../../../packages/virtual-android/src/linux/listeners.js";
import type { VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";

/** A message as it came, for tests to look into. */
export type Message = { readonly [name: string]: unknown };

const LONGEST_WAIT_MS = 60_000;
export const HELLO = { hello: { versions: [1, 2, 3], client: "test" } };
export const SERVICE = "localabstract:dev.fovea.service.u0";
export const SHELL = "localabstract:dev.fovea.service.shell";

interface Ends {
  read(signal: AbortSignal): Promise<Uint8Array | null>;
  write(bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** A client that knows frames and JSON and nothing else of the protocol. */
export class WireClient implements Disposable {
  readonly #ends: Ends;
  readonly #signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  #rest = Buffer.alloc(0);
  #lastId = 0;
  /** Events that came before an answer that was waited for. */
  readonly events: Message[] = [];

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  send(message: unknown): Promise<void> {
    return this.sendBody(Buffer.from(JSON.stringify(message)));
  }

  async sendBody(body: Uint8Array): Promise<void> {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    await this.sendBytes(Buffer.concat([head, body]));
  }

  async sendBytes(bytes: Uint8Array): Promise<void> {
    await this.#ends.write(bytes, this.#signal);
  }

  /** The next bytes, whatever they are. */
  async bytes(count: number): Promise<Buffer | null> {
    return await this.#take(count);
  }

  /** The next frame's body; null at the end. */
  async frame(): Promise<Buffer | null> {
    const head = await this.#take(4);
    return head && (await this.#take(head.readUInt32BE()));
  }

  /** The next message that is not an event; null at the end. */
  async message(): Promise<Message | null> {
    for (;;) {
      const body = await this.frame();
      if (!body) return null;
      const message: unknown = JSON.parse(body.toString());
      if (!isMessage(message)) throw new Error("no object");
      if (!isMessage(message["event"])) return message;
      this.events.push(message["event"]);
    }
  }

  /** Waits for the next event. */
  async event(): Promise<Message> {
    const kept = this.events.shift();
    if (kept) return kept;
    const body = await this.frame();
    const message: unknown = JSON.parse(body?.toString() ?? "null");
    if (!isMessage(message) || !isMessage(message["event"])) throw new Error(`no event: ${JSON.stringify(message)}`);
    return message["event"];
  }

  async hello(): Promise<Message> {
    await this.send(HELLO);
    return part(await this.message(), "hello");
  }

  /** Sends a request and gives its id. */
  async ask(method: string, params?: object, more: object = {}): Promise<number> {
    this.#lastId += 1;
    await this.send({ id: this.#lastId, method, ...(params && { params }), ...more });
    return this.#lastId;
  }

  /** The result of a request. Fails where it fails. */
  async call(method: string, params?: object): Promise<Message> {
    await this.ask(method, params);
    const message = await this.message();
    assert.ok(message && "result" in message, `${method}: ${JSON.stringify(message)}`);
    return part(message, "result");
  }

  /** The error of a request. */
  async refused(method: string, params?: object): Promise<Message> {
    await this.ask(method, params);
    return part(await this.message(), "error");
  }

  close(): void {
    this.#ends.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #take(count: number): Promise<Buffer | null> {
    while (this.#rest.length < count) {
      const chunk = await keptAlive(this.#ends.read(this.#signal));
      if (!chunk) return null;
      this.#rest = Buffer.concat([this.#rest, chunk]);
    }
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }
}

/** The phone's timers do not keep the process alive; a caller that waits for one has to. */
async function keptAlive<T>(work: Promise<T>): Promise<T> {
  const hold = setInterval(() => {}, LONGEST_WAIT_MS);
  try {
    return await work;
  } finally {
    clearInterval(hold);
  }
}

/** A connection through adbd; null if it is refused. */
export async function openWire(device: VirtualDevice, name = SERVICE): Promise<WireClient | null> {
  const stream = await device.open(name, AbortSignal.timeout(LONGEST_WAIT_MS));
  return stream && new WireClient(endsOf(stream));
}

/** The same after the hello. */
export async function connectWire(device: VirtualDevice, name = SERVICE): Promise<WireClient> {
  const client = await openWire(device, name);
  assert.ok(client, `nobody listens on ${name}`);
  await client.hello();
  return client;
}

/** A connection of another program of the phone. */
export function connectAs(device: VirtualDevice, peer: Peer, name = SERVICE): WireClient {
  const connection = device.listeners.connect(name, peer);
  assert.ok(connection);
  return new WireClient({
    read: (signal) => connection.read(65_536, signal),
    write: (bytes, signal) => connection.write(bytes, signal),
    close: () => connection.close(),
  });
}

function endsOf(stream: ServiceStream): Ends {
  return {
    read: (signal) => stream.read(65_536, signal).catch(() => null),
    write: (bytes, signal) => stream.write(bytes, signal),
    close: () => stream.close(),
  };
}

export function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A part that is an object. */
export function part(message: unknown, name: string): Message {
  const found = isMessage(message) ? message[name] : undefined;
  assert.ok(isMessage(found), `no ${name} in ${JSON.stringify(message)}`);
  return found;
}

/** A part that is a list of objects. */
export function list(message: unknown, name: string): readonly Message[] {
  const found = isMessage(message) ? message[name] : undefined;
  assert.ok(Array.isArray(found), `no list ${name} in ${JSON.stringify(message)}`);
  return found.filter(isMessage);
}
