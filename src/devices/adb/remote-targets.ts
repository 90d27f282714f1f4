import { type FoveaError, isFoveaError } from "../../base/errors.js";
import { abortable, withDeadline } from "../../base/signals.js";
import type { AdbServer } from "./adb-server.js";
import type { DeviceRow } from "./device-row.js";
import { connectRemote, remoteSerial } from "./remote-target.js";

/** The network devices that the user named: connected when they are needed, and again after a loss. */
export class RemoteTargets {
  /** Their serials, each as `host:port`. */
  readonly serials: readonly string[];
  readonly #server: AdbServer;
  readonly #lifetime: AbortSignal;
  readonly #connecting = new Map<string, Promise<void>>();
  readonly #failed = new Map<string, { readonly error: FoveaError; readonly at: number }>();

  /** Errors: INVALID_ARGUMENT for an invalid address. */
  constructor(server: AdbServer, addresses: readonly string[], lifetime: AbortSignal) {
    this.serials = [...new Set(addresses.map(remoteSerial))];
    this.#server = server;
    this.#lifetime = lifetime;
  }

  /** Why the last connection to a target failed; null after a success, or before the first try. */
  failure(serial: string): FoveaError | null {
    return this.#failed.get(serial)?.error ?? null;
  }

  /**
   * Connects to an address, which need not be a target, even if a dead connection has to be closed first; gives the
   * serial. There is one attempt at a time for each address, shared by all waiting callers. Errors: as connectRemote,
   * INVALID_ARGUMENT.
   */
  async connect(address: string, signal: AbortSignal): Promise<string> {
    const serial = remoteSerial(address);
    const attempt = this.#connecting.get(serial) ?? this.#attempt(serial);
    this.#connecting.set(serial, attempt);
    await abortable(attempt, signal);
    return serial;
  }

  /**
   * Connects to those of `serials` that are not in the server's list, or whose connection hangs; gives those that
   * connected. A failure is kept for {@link failure}. A target that failed a moment ago is tried again, but only
   * briefly waited for if another device is connected.
   */
  async ensure(
    serials: readonly string[],
    rows: readonly DeviceRow[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const isThere = (serial: string) => rows.some((row) => row.serial === serial && row.state !== "offline");
    const absent = serials.filter((serial) => !isThere(serial));
    const hasOther = rows.some(({ state }) => state === "device");
    const connect = (serial: string) =>
      hasOther && this.#isDead(serial) ? this.#connectSoon(serial, signal) : this.connect(serial, signal);
    const outcomes = await Promise.allSettled(absent.map(connect));
    signal.throwIfAborted();
    return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  }

  #isDead(serial: string): boolean {
    return (this.#failed.get(serial)?.at ?? -Infinity) + DEAD_MS > performance.now();
  }

  async #connectSoon(serial: string, signal: AbortSignal): Promise<string> {
    const again = (limit: AbortSignal) => this.connect(serial, limit);
    return await withDeadline(PATIENCE_MS, `connecting to ${serial} again`, again, signal);
  }

  async #attempt(serial: string): Promise<void> {
    try {
      await connectRemote(this.#server, serial, this.#lifetime);
      this.#failed.delete(serial);
    } catch (error) {
      if (isFoveaError(error)) this.#failed.set(serial, { error, at: performance.now() });
      throw error;
    } finally {
      this.#connecting.delete(serial);
    }
  }
}

/** An address that does not answer costs seconds; a list of devices should not wait for it each time… */
const DEAD_MS = 30_000;
/** …and a device that has returned connects well within this time. */
const PATIENCE_MS = 1_000;
