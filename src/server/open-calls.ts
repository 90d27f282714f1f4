import { FoveaError } from "../base/errors.js";
import { plainOrQuoted } from "../base/printable.js";

/** More than anybody waits for, and few enough for the memory that the answers take. */
const MOST_CALLS = 1_000;

/** How many calls are under way, of a connection or to each device. */
export class OpenCalls {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most = MOST_CALLS) {
    this.#most = most;
  }

  /** A call of the connection whose calls these are, which `devices` counts as well once it comes to one. */
  newCall(devices: OpenCalls): OpenCall {
    return new OpenCall(this, devices);
  }

  /** Counts a call until it is disposed of; `of` says in words what it belongs to. Errors: TOO_MANY_CALLS. */
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

/** The calls that are under way: to each device by whatever connection, and of one connection. */
export interface Calls {
  readonly devices: OpenCalls;
  readonly connection: OpenCalls;
}

/** One call, as far as it is counted. */
export class OpenCall {
  readonly #connection: OpenCalls;
  readonly #devices: OpenCalls;
  readonly #counted = new Map<string, Disposable>();

  constructor(connection: OpenCalls, devices: OpenCalls) {
    this.#connection = connection;
    this.#devices = devices;
  }

  /** To be disposed of when the call is over. Errors: TOO_MANY_CALLS. */
  enter(): Disposable {
    const connection = this.#connection.enter("of this connection");
    return {
      [Symbol.dispose]: () => {
        connection[Symbol.dispose]();
        for (const one of this.#counted.values()) one[Symbol.dispose]();
      },
    };
  }

  /** The call comes to a device. Errors: TOO_MANY_CALLS. */
  uses(serial: string): void {
    if (!this.#counted.has(serial)) this.#counted.set(serial, this.#devices.enter(`to ${plainOrQuoted(serial)}`));
  }
}
