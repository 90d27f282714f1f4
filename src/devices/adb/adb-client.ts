import { once } from "node:events";
import { connect, type Socket } from "node:net";
import adbkit from "@devicefarmer/adbkit";
import { deadline, withDeadline } from "../../base/signals.js";

/** The address of an adb server. */
export interface AdbEndpoint {
  readonly host: string;
  readonly port: number;
}

type Parser = InstanceType<typeof adbkit.Parser>;

/** Nothing listens at the endpoint. */
export class ConnectionRefused extends Error {
  override readonly name = "ConnectionRefused";
}

/**
 * A connection for adbkit's commands. adbkit's own connection starts an adb server if none listens; this one reports
 * the refusal as an error, and the caller decides.
 */
export class AdbConnection {
  readonly socket: Socket;
  readonly parser: Parser;

  constructor(socket: Socket) {
    this.socket = socket;
    this.parser = new adbkit.Parser(socket);
  }

  write(data: Buffer, callback?: (error?: Error | null) => void): this {
    this.socket.write(data, callback);
    return this;
  }

  end(): this {
    this.socket.end();
    return this;
  }
}

/**
 * Connects to the adb server. The connection is closed if it is not open within `connectMs`, or if `signal` aborts
 * first. Errors: ConnectionRefused, TIMEOUT, the socket's own, the signal's reason.
 */
export async function dial(endpoint: AdbEndpoint, connectMs: number, signal: AbortSignal): Promise<AdbConnection> {
  const { host, port } = endpoint;
  using limit = deadline(connectMs, `connecting to the adb server at ${host}:${port}`, signal);
  limit.signal.throwIfAborted();
  const socket = connect({ host, port }).setNoDelay(true);
  socket.on("error", () => {}); // the pending read ends, too, and reports the error
  const stop = () => socket.destroy(new ConnectionClosed("closed by us"));
  limit.signal.addEventListener("abort", stop, { once: true });
  try {
    await once(socket, "connect");
  } catch (error) {
    socket.destroy();
    limit.signal.throwIfAborted();
    if (error instanceof Error && "code" in error && error.code === "ECONNREFUSED")
      throw new ConnectionRefused(`nothing listens on ${host}:${port}`);
    throw error;
  } finally {
    limit.signal.removeEventListener("abort", stop);
  }
  return new AdbConnection(socket);
}

/**
 * adbkit's client for one exchange over an open connection. The connection is closed with `signal` and with the client,
 * unless {@link openService} has returned its socket.
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

  /** The only connection: adb serves one exchange on each. */
  override async connection(): Promise<AdbConnection> {
    if (this.#connection === undefined) throw new ConnectionClosed("the connection is closed or was used already");
    return this.#connection;
  }

  /** The server's answer to a host service such as `host:devices-l`. */
  async query(service: string): Promise<string> {
    const connection = await this.connection();
    await request(connection, service);
    return await readValue(connection);
  }

  /**
   * Calls `onValue` with each value that the server sends on a tracking service; ends only with an error. The first
   * value has to arrive within `firstMs` (TIMEOUT); each later one is sent when something changes.
   */
  async track(service: string, firstMs: number, onValue: TakeValue): Promise<never> {
    const connection = await this.connection();
    const { socket } = connection;
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const first = async () => {
      await request(connection, service);
      return await readValue(connection);
    };
    let taken = "OKAY".length;
    const isLast = () => socket.bytesRead === taken;
    const take = (value: string) => {
      taken += LENGTH_DIGITS + Buffer.byteLength(value);
      onValue(value, isLast);
    };
    const follow = async (): Promise<never> => {
      take(await withDeadline(firstMs, `"${service}"`, first, this.#signal));
      for (;;) take(await readValue(connection));
    };
    return await Promise.race([follow(), closed(socket)]);
  }

  /** The socket of a device's service, accepted by the device; the caller closes it. */
  async openService(serial: string, service: string): Promise<Socket> {
    const connection: AdbConnection = await this.getDevice(serial).transport();
    await request(connection, service);
    await this.connection(); // throws if the client was closed
    this.#connection = undefined;
    const { socket } = connection;
    // An abort before the caller gets the socket must not leave it open.
    this.#signal.addEventListener("abort", () => socket.destroy(), { once: true });
    return socket;
  }

  [Symbol.dispose](): void {
    this.#signal.removeEventListener("abort", this.#close);
    this.#close();
  }

  /** Ends pending reads: adbkit's parser notices errors, but not a normal close. */
  readonly #close = () => {
    this.#connection?.socket.destroy(new ConnectionClosed("closed by us"));
    this.#connection = undefined;
  };
}

/** Takes a value. `isLast` can be called at any time: true while no part of a later value has arrived. */
export type TakeValue = (value: string, isLast: () => boolean) => void;

const LENGTH_DIGITS = 4;

// Notices a remote adb server whose host disappeared without closing the connection.
const KEEP_ALIVE_MS = 15_000;

/**
 * Rejects when the socket is closed: between two reads adbkit's parser does not notice that, and would wait forever.
 */
async function closed(socket: Socket): Promise<never> {
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  throw new ConnectionClosed("the connection was closed");
}

class ConnectionClosed extends Error {
  override readonly name = "ConnectionClosed";
}

/** Sends a request and waits for OKAY. Errors: adbkit's FailError, UnexpectedDataError, PrematureEOFError. */
async function request(connection: AdbConnection, service: string): Promise<void> {
  const { parser } = connection;
  const bytes = Buffer.from(service);
  connection.write(Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(4, "0")), bytes]));
  const reply: string = await parser.readAscii(4);
  if (reply === "FAIL") await parser.readError();
  if (reply !== "OKAY") await parser.unexpected(reply, "OKAY or FAIL");
}

/** Reads four hex digits and that many bytes. adbkit's own readValue reads any other text as a length of 0. */
async function readValue({ parser }: AdbConnection): Promise<string> {
  const length: string = await parser.readAscii(LENGTH_DIGITS);
  if (!/^[0-9a-f]{4}$/i.test(length)) await parser.unexpected(length, "4 hex digits");
  const bytes: Buffer = await parser.readBytes(Number.parseInt(length, 16));
  return bytes.toString("utf8");
}
