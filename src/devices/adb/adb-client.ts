import type { Socket } from "node:net";
import adbkit from "@devicefarmer/adbkit";
import commandModule from "@devicefarmer/adbkit/dist/src/adb/command.js";
import connectionModule from "@devicefarmer/adbkit/dist/src/adb/connection.js";
import { deadline, withDeadline } from "../../base/signals.js";

/** Where the adb server listens. */
export interface AdbEndpoint {
  readonly host: string;
  readonly port: number;
}

/** What an exchange has in common with adbkit: its socket, and its parser of replies. */
export type AdbConnection = InstanceType<typeof connectionModule.default>;

/** Nothing listens at the endpoint. */
export class ConnectionRefused extends Error {
  override readonly name = "ConnectionRefused";
}

/** adbkit spawns `adb start-server` on every refused connection; here the refusal comes out as an error. */
class QuietConnection extends connectionModule.default {
  override startServer(): never {
    throw new ConnectionRefused(`nothing listens on ${this.options.host}:${this.options.port}`);
  }
}

/**
 * A connection to the adb server, closed again if it is not there within `connectMs` or `signal` aborts first.
 * Errors: ConnectionRefused, TIMEOUT, the socket's own, the signal's reason.
 */
export async function dial(endpoint: AdbEndpoint, connectMs: number, signal: AbortSignal): Promise<AdbConnection> {
  const what = `connecting to the adb server at ${endpoint.host}:${endpoint.port}`;
  using limit = deadline(connectMs, what, signal);
  limit.signal.throwIfAborted();
  const connection = new QuietConnection({ host: endpoint.host, port: endpoint.port });
  connection.on("error", () => {}); // every socket error also ends the read that waits, which reports it
  const connecting = connection.connect();
  const stop = () => connection.socket.destroy(new ConnectionClosed("closed by us"));
  limit.signal.addEventListener("abort", stop, { once: true });
  try {
    await connecting;
  } catch (error) {
    limit.signal.throwIfAborted();
    throw error;
  } finally {
    limit.signal.removeEventListener("abort", stop);
  }
  return connection;
}

/**
 * adbkit's client for one exchange over a connection that is there already. The connection dies with `signal` and with
 * the client, except once {@link openService} handed its socket out.
 */
export class AdbClient extends adbkit.Client implements Disposable {
  readonly #signal: AbortSignal;
  #connection: AdbConnection | undefined;

  constructor(connection: AdbConnection, signal: AbortSignal) {
    super();
    this.#connection = connection;
    this.#signal = signal;
    signal.addEventListener("abort", this.#close, { once: true });
    if (signal.aborted) this.#close();
  }

  /** The one connection: adb serves one exchange on each. */
  override async connection(): Promise<AdbConnection> {
    if (this.#connection === undefined) throw new ConnectionClosed("the connection is closed or was used already");
    return this.#connection;
  }

  /** The value that the server answers to a host service such as `host:devices-l`. */
  async query(service: string): Promise<string> {
    return await new HostQuery(await this.connection()).execute(service);
  }

  /**
   * Calls `onValue` with each value that the server sends on a tracking service; ends only by an error. The first one is
   * an answer like any other, and has to come within `firstMs` (TIMEOUT); the next comes when something changes.
   */
  async track(service: string, firstMs: number, onValue: (value: string) => void): Promise<never> {
    const connection = await this.connection();
    connection.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const query = new HostQuery(connection);
    const follow = async (): Promise<never> => {
      onValue(await withDeadline(firstMs, `"${service}"`, () => query.execute(service), this.#signal));
      for (;;) onValue(await query.readValue());
    };
    return await Promise.race([follow(), closed(connection.socket)]);
  }

  /** The socket of a device's service, accepted by the device; it is the caller's to close. */
  async openService(serial: string, service: string): Promise<Socket> {
    const connection: AdbConnection = await this.getDevice(serial).transport();
    await new ServiceRequest(connection).execute(service);
    await this.connection(); // not closed meanwhile
    this.#connection = undefined;
    const { socket } = connection;
    // Until the caller holds it, an abort in between must not leave it open.
    this.#signal.addEventListener("abort", () => socket.destroy(), { once: true });
    return socket;
  }

  [Symbol.dispose](): void {
    this.#signal.removeEventListener("abort", this.#close);
    this.#close();
  }

  /** Ends reads that wait: adbkit's parser hears of errors, not of a plain close. */
  readonly #close = () => {
    this.#connection?.socket.destroy(new ConnectionClosed("closed by us"));
    this.#connection = undefined;
  };
}

// Notices a remote adb server whose host went away without a word.
const KEEP_ALIVE_MS = 15_000;

/** Rejects when the socket is closed: between two reads adbkit's parser hears nothing of it, and would wait for ever. */
async function closed(socket: Socket): Promise<never> {
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  throw new ConnectionClosed("the connection was closed");
}

class ConnectionClosed extends Error {
  override readonly name = "ConnectionClosed";
}

abstract class Request<T> extends commandModule.default<T> {
  /** Sends the request and waits for OKAY. Errors: adbkit's FailError, UnexpectedDataError, PrematureEOFError. */
  protected async request(service: string): Promise<void> {
    this._send(service);
    const reply: string = await this.parser.readAscii(4);
    if (reply === "FAIL") await this.parser.readError();
    if (reply !== "OKAY") await this.parser.unexpected(reply, "OKAY or FAIL");
  }
}

class HostQuery extends Request<string> {
  override async execute(service: string): Promise<string> {
    await this.request(service);
    return await this.readValue();
  }

  /** Four hex digits and as many bytes. adbkit's own readValue takes any garbage for a length of 0. */
  async readValue(): Promise<string> {
    const length: string = await this.parser.readAscii(4);
    if (!/^[0-9a-f]{4}$/i.test(length)) await this.parser.unexpected(length, "4 hex digits");
    const bytes: Buffer = await this.parser.readBytes(Number.parseInt(length, 16));
    return bytes.toString("utf8");
  }
}

class ServiceRequest extends Request<void> {
  override async execute(service: string): Promise<void> {
    await this.request(service);
  }
}
