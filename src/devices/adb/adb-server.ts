import type { Socket } from "node:net";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { abortable, pollUntil, withDeadline } from "../../base/signals.js";
import type { AdbClient, AdbConnection, AdbEndpoint, TakeValue } from "./adb-client.js";
import { adbError, isLostConnection } from "./adb-errors.js";
import { DEADLINES } from "./deadlines.js";
import { type Environment, findAdb } from "./find-adb.js";
import { startServer } from "./start-server.js";

export interface AdbServerOptions extends AdbEndpoint {
  /** The environment in which adb is searched and started. */
  readonly env: Environment;
  /** Whether a missing server may be started. */
  readonly mayStart: boolean;
}

/**
 * The adb server: connects to it, starts it at most once during the life of this object, and gives every failure a
 * code. Does nothing before the first call.
 */
export class AdbServer {
  readonly name: string;
  readonly #options: AdbServerOptions;
  readonly #lifetime: AbortSignal;
  #module: Promise<typeof import("./adb-client.js")> | undefined;
  #bringingUp: Promise<void> | undefined;
  #wasReached = false;
  #spawns = 0;

  /** When `lifetime` ends, a running start of the server ends for all callers that wait for it. */
  constructor(options: AdbServerOptions, lifetime: AbortSignal) {
    this.name = endpointName(options);
    this.#options = options;
    this.#lifetime = lifetime;
  }

  /** Whether the server is on this host. */
  get isLocal(): boolean {
    return isLocalHost(this.#options.host);
  }

  /** How many processes were started on this host: 0, or 1 after a start of the adb server. */
  get hostSpawns(): number {
    return this.#spawns;
  }

  /**
   * The answer to a host service, for example `host:version`. Errors: ADB_SERVER_UNREACHABLE, ADB_NOT_FOUND,
   * ADB_PROTOCOL, TIMEOUT, and for `host-serial:` services those of failError.
   */
  async query(service: string, signal: AbortSignal, ms: number = DEADLINES.query): Promise<string> {
    const ask = () => this.#exchange({ service, ms, dial: this.#dial }, (client) => client.query(service), signal);
    try {
      return await ask();
    } catch (error) {
      // A server that restarts cuts off its answers; asking again changes nothing.
      if (!isLostConnection(error) || signal.aborted) throw error;
      return await ask();
    }
  }

  /** Each value of a tracking service, until the connection is lost (ADB_SERVER_UNREACHABLE). Starts no server. */
  async track(service: string, onValue: TakeValue, signal: AbortSignal): Promise<never> {
    const request = { service, ms: null, dial: this.#connect };
    return await this.#exchange(request, (client) => client.track(service, DEADLINES.query, onValue), signal);
  }

  /**
   * A socket to a service of a device, accepted by the device within `serviceMs`. Errors: those of failError, and
   * DEVICE_DISCONNECTED, ADB_SERVER_UNREACHABLE, ADB_NOT_FOUND, ADB_PROTOCOL, TIMEOUT.
   */
  async openService(serial: string, service: string, serviceMs: number, signal: AbortSignal): Promise<Socket> {
    if (Buffer.byteLength(service) > MAX_REQUEST_BYTES) {
      throw new FoveaError("INVALID_ARGUMENT", `a request of ${Buffer.byteLength(service)} bytes is too long for adb`);
    }
    const request = { service, serial, ms: serviceMs, dial: this.#dial };
    return await this.#exchange(request, (client) => client.openService(serial, service), signal);
  }

  /**
   * Performs one exchange on its own connection. `ms` limits only the server's answer: connecting to the server and
   * starting it have limits of their own.
   */
  async #exchange<T>(request: Request, work: (client: AdbClient) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { service, serial, ms, dial } = request;
    let isConnected = false;
    try {
      const { AdbClient } = await this.#load();
      const connection = await dial(signal);
      isConnected = true;
      const run = async (limit: AbortSignal) => {
        using client = new AdbClient(connection, limit);
        return await work(client);
      };
      // adbkit's parser does not notice a socket that is closed between two reads: the next read would wait forever.
      if (ms === null) return await abortable(run(signal), signal);
      return await withDeadline(ms, `${serial ?? this.name}: "${service.slice(0, 80)}"`, run, signal);
    } catch (error) {
      signal.throwIfAborted();
      const device = serial ?? /^host-serial:(.*):[^:]*$/.exec(service)?.[1];
      throw adbError(error, {
        server: this.name,
        service,
        ...(isConnected && device !== undefined && { serial: device }),
      });
    }
  }

  /** Connects to the server; starts it if there is none. */
  readonly #dial: Dial = async (signal) => {
    try {
      return await this.#connect(signal);
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
    this.#bringingUp ??= this.#bringUp().finally(() => {
      this.#bringingUp = undefined;
    });
    await abortable(this.#bringingUp, signal);
    return await this.#connect(signal);
  };

  readonly #connect: Dial = async (signal) => {
    const { dial } = await this.#load();
    try {
      const connection = await dial(this.#options, DEADLINES.connect, signal);
      this.#wasReached = true;
      return connection;
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      const message = `no adb server answers at ${this.name}: ${reason}`;
      throw new FoveaError("ADB_SERVER_UNREACHABLE", message, { cause: error });
    }
  };

  /**
   * Waits for a server that another program restarts, else starts one. It runs for all waiting callers; the signal of a
   * single caller does not end it.
   */
  async #bringUp(): Promise<void> {
    if (this.#wasReached && (await this.#comesBack())) return;
    const { host, port, env, mayStart } = this.#options;
    if (this.#spawns > 0 || !mayStart || !isLocalHost(host)) throw this.#unreachable();
    const { path } = findAdb(env);
    if (path === null) {
      throw new FoveaError("ADB_NOT_FOUND", `no adb server listens on ${this.name}, and no adb was found to start one`);
    }
    this.#spawns += 1;
    await startServer(path, port, env, this.#lifetime);
  }

  async #comesBack(): Promise<boolean> {
    const tryConnect = async (limit: AbortSignal) => {
      const connection = await this.#connect(limit).catch(() => undefined);
      connection?.socket.destroy();
      return connection && true;
    };
    const wait = (limit: AbortSignal) => pollUntil(() => tryConnect(limit), RETRY_MS, limit);
    return await withDeadline(DEADLINES.serverRestart, "the adb server's return", wait, this.#lifetime).catch(
      (error) => {
        if (isFoveaError(error, "TIMEOUT")) return false;
        throw error;
      },
    );
  }

  #unreachable(): FoveaError {
    const { host, mayStart } = this.#options;
    let why = "";
    if (this.#spawns > 0) why = "; it was started once already";
    else if (mayStart && !isLocalHost(host)) why = "; it is on another host, where it has to be started by hand";
    return new FoveaError("ADB_SERVER_UNREACHABLE", `no adb server listens on ${this.name}${why}`);
  }

  /** Loads adbkit at the first exchange: that takes 120 ms, for which no program start should wait. */
  #load(): Promise<typeof import("./adb-client.js")> {
    this.#module ??= import("./adb-client.js");
    return this.#module;
  }
}

interface Request {
  readonly service: string;
  readonly serial?: string;
  /** Null for an exchange without a time limit. */
  readonly ms: number | null;
  readonly dial: Dial;
}

type Dial = (signal: AbortSignal) => Promise<AdbConnection>;

/** The longest request: its length is sent as four hex digits. */
const MAX_REQUEST_BYTES = 0xffff;

const RETRY_MS = 100;

/** `127.0.0.1:5037`, `[::1]:5037` */
export function endpointName({ host, port }: AdbEndpoint): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Whether this is the local host, where a server can be started. */
export function isLocalHost(host: string): boolean {
  return LOCAL_HOSTS.has(host);
}

const LOCAL_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "::1"]);

function isRefused(error: unknown): boolean {
  return isFoveaError(error) && error.cause instanceof Error && error.cause.name === "ConnectionRefused";
}
