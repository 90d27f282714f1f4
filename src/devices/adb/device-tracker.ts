import { isFoveaError } from "../../base/errors.js";
import { abortable, backOff } from "../../base/signals.js";
import type { TakeValue } from "./adb-client.js";
import type { AdbServer } from "./adb-server.js";
import { type DeviceRow, parseDeviceRows } from "./device-row.js";

/**
 * The only `host:track-devices-l` connection (or `host:track-devices` on old servers): the server sends the whole list
 * at every change. Begins with {@link start}, reconnects by itself when the server is gone, and never starts a server.
 * adbkit's own tracker compares only the state word and stops at the first lost connection.
 */
export class DeviceTracker {
  readonly #server: AdbServer;
  readonly #listeners = new Set<(rows: readonly DeviceRow[]) => void>();
  readonly #lifetime: AbortSignal;
  #running: Promise<void> | undefined;
  #rows: readonly DeviceRow[] | null = null;
  /** Whether the rows are the newest list from the server, with the same details as `host:devices-l`. */
  #areLast = () => false;

  constructor(server: AdbServer, lifetime: AbortSignal) {
    this.#server = server;
    this.#lifetime = lifetime;
  }

  /** The devices in the server's last report; null while there is no connection to it. */
  get rows(): readonly DeviceRow[] | null {
    return this.#rows;
  }

  /**
   * What `host:devices-l` would answer, without asking: the server sends its list at each change. Null if the answer
   * may be different: without a connection, if the server has sent data that is not read yet, if the list has no
   * details, and if the server is on another host, whose report of a change may arrive after the caller knows of it.
   */
  async reported(): Promise<readonly DeviceRow[] | null> {
    if (this.#rows === null || !this.#server.isLocal) return null;
    // The current turn of the event loop may have read its sockets already: the next turn reads them all.
    for (let turns = 0; turns < 2; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    return this.#areLast() ? this.#rows : null;
  }

  /** Starts tracking; does nothing if it is already running. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Calls `listener` with each new list, and with an empty list when the server is lost. */
  subscribe(listener: (rows: readonly DeviceRow[]) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /**
   * The first result of `check` that is not undefined, for the current list or a later one. Else only `signal` ends it.
   */
  async waitFor<T>(check: (rows: readonly DeviceRow[]) => T | undefined, signal: AbortSignal): Promise<T> {
    const now = this.#rows && check(this.#rows);
    if (now !== null && now !== undefined) return now;
    let found: (value: T) => void = () => {};
    const promise = new Promise<T>((resolve) => {
      found = resolve;
    });
    using _subscription = this.subscribe((rows) => {
      const value = check(rows);
      if (value !== undefined) found(value);
    });
    return await abortable(promise, signal);
  }

  /** Resolves when tracking has stopped, after the end of the lifetime. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    let waitMs = FIRST_RETRY_MS;
    let service = LONG_LIST;
    const take: TakeValue = (value, isLast) => {
      waitMs = FIRST_RETRY_MS;
      this.#areLast = service === LONG_LIST ? isLast : () => false;
      this.#report(parseDeviceRows(value));
    };
    while (!this.#lifetime.aborted) {
      // Any error is reported by the calls that meet it; the tracker only tries again.
      const error: unknown = await this.#server.track(service, take, this.#lifetime).catch((reason) => reason);
      service = isFoveaError(error, "ADB_PROTOCOL") && service === LONG_LIST ? SHORT_LIST : LONG_LIST;
      if (this.#rows !== null) this.#report(null);
      await backOff(waitMs, this.#lifetime);
      waitMs = Math.min(waitMs * 2, LAST_RETRY_MS);
    }
  }

  #report(rows: readonly DeviceRow[] | null): void {
    this.#rows = rows;
    for (const listener of this.#listeners) listener(rows ?? []);
  }
}

const LONG_LIST = "host:track-devices-l";
/** The only tracking service of servers before 2018: adb 1.0.39, which Debian 10 and Ubuntu 20.04 have. */
const SHORT_LIST = "host:track-devices";

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
