import { FoveaError } from "../base/errors.js";
import { plainOrQuoted } from "../base/printable.js";

/** More calls than any client needs, and few enough for the memory that their answers need. */
const MOST_CALLS = 1_000;

/** Counts running calls: of one connection, or to each device. */
export class OpenCalls {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most = MOST_CALLS) {
    this.#most = most;
  }

  /** Makes a call of this connection. `devices` counts it as well, once it uses a device. */
  newCall(devices: OpenCalls): OpenCall {
    return new OpenCall(this, devices);
  }

  /**
   * Counts a call until the result is disposed of; `of` describes in words what it belongs to. Errors: TOO_MANY_CALLS.
   */
  enter(of: string): Disposable {
    const count = this.#open.get(of) ?? 0;
    if (count >= this.#most)
      throw new FoveaError("TOO_MANY_CALLS", `${count} calls ${of} wait for their answers already`);
    this.#open.set(of, count + 1);
    return { [Symbol.dispose]: () => this.#leave(of) };
  }

  #leave(of: string): void {
    const left = (this.#open.get(of) ?? 1) - 1;
    if (left > 0) this.#open.set(of, left);
    else this.#open.delete(of);
  }
}

/** The counters of running calls: to each device from all connections, and of one connection. */
export interface Calls {
  readonly devices: OpenCalls;
  readonly connection: OpenCalls;
}

/** One counted call. */
export class OpenCall {
  readonly #connection: OpenCalls;
  readonly #devices: OpenCalls;
  readonly #counted = new Map<string, Disposable>();

  constructor(connection: OpenCalls, devices: OpenCalls) {
    this.#connection = connection;
    this.#devices = devices;
  }

  /** Counts the call; dispose of the result when the call has ended. Errors: TOO_MANY_CALLS. */
  enter(): Disposable {
    const connection = this.#connection.enter("of this connection");
    return {
      [Symbol.dispose]: () => {
        connection[Symbol.dispose]();
        for (const one of this.#counted.values()) one[Symbol.dispose]();
      },
    };
  }

  /** Counts the call for a device that it uses. Errors: TOO_MANY_CALLS. */
  uses(serial: string): void {
    if (!this.#counted.has(serial)) this.#counted.set(serial, this.#devices.enter(`to ${plainOrQuoted(serial)}`));
  }
}
