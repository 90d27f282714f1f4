import { type FoveaError, isFoveaError } from "../../base/errors.js";
import { abortable } from "../../base/signals.js";
import type { AdbServer } from "./adb-server.js";
import type { DeviceRow } from "./device-row.js";
import { connectRemote, remoteSerial } from "./remote-target.js";

/** The devices in the network that the user named: connected when they are needed, and again after a loss. */
export class RemoteTargets {
  /** `host:port` of each. */
  readonly serials: readonly string[];
  readonly #server: AdbServer;
  readonly #lifetime: AbortSignal;
  readonly #connecting = new Map<string, Promise<void>>();
  readonly #failed = new Map<string, { readonly error: FoveaError; readonly at: number }>();

  /** Errors: INVALID_ARGUMENT for an address that is none. */
  constructor(server: AdbServer, addresses: readonly string[], lifetime: AbortSignal) {
    this.serials = [...new Set(addresses.map(remoteSerial))];
    this.#server = server;
    this.#lifetime = lifetime;
  }

  /** Why a target could not be connected the last time; null after a success, or before the first try. */
  failure(serial: string): FoveaError | null {
    return this.#failed.get(serial)?.error ?? null;
  }

  /**
   * Connects to an address, a target or not, also where a dead connection has to go first; gives its serial. One attempt
   * at a time for each address, shared by all who wait for it. Errors: as connectRemote, INVALID_ARGUMENT.
   */
  async connect(address: string, signal: AbortSignal): Promise<string> {
    const serial = remoteSerial(address);
    const attempt = this.#connecting.get(serial) ?? this.#attempt(serial);
    this.#connecting.set(serial, attempt);
    await abortable(attempt, signal);
    return serial;
  }

  /**
   * Connects to those of `serials` that are not in the server's list; gives those that came. A failure is kept for
   * {@link failure}, and not tried again for a while.
   */
  async ensure(
    serials: readonly string[],
    rows: readonly DeviceRow[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const absent = serials.filter((serial) => rows.every((row) => row.serial !== serial));
    const due = absent.filter((serial) => (this.#failed.get(serial)?.at ?? -Infinity) + PAUSE_MS < performance.now());
    const outcomes = await Promise.allSettled(due.map((serial) => this.connect(serial, signal)));
    signal.throwIfAborted();
    return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
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

/** An address that does not answer costs seconds; a list should not pay them each time. */
const PAUSE_MS = 30_000;
