import { Pipe } from "./pipe.js";

/** One end of a connection inside the phone. */
export interface Connection {
  /** The next bytes; null after the other end was closed. */
  read(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Throws BrokenPipe after the other end was closed. */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The process that connects, as SO_PEERCRED reports it. */
export interface Peer {
  readonly uid: number;
}

/** adbd of a user build runs as the user shell. */
const ADBD: Peer = { uid: 2000 };

/** Called for each connection; the callee owns the connection, and closes it. */
export type Accept = (connection: Connection, peer: Peer) => void;

/**
 * The sockets on which programs of the phone listen. Names are adb's: `localabstract:NAME`, `localreserved:NAME`,
 * `localfilesystem:PATH` and `tcp:PORT`.
 */
export class Listeners {
  readonly #accepting = new Map<string, Accept>();

  /** Starts to listen, and gives a function that stops it. Throws if a program is listening under this name. */
  listen(name: string, accept: Accept): () => void {
    if (this.#accepting.has(name)) throw new Error(`${name} is taken`);
    this.#accepting.set(name, accept);
    return () => {
      if (this.#accepting.get(name) === accept) this.#accepting.delete(name);
    };
  }

  /** Stops listening under this name. */
  stop(name: string): void {
    this.#accepting.delete(name);
  }

  /** The names of all sockets on which programs listen, in the order in which they started to listen. */
  get names(): readonly string[] {
    return [...this.#accepting.keys()];
  }

  isTaken(name: string): boolean {
    return this.#accepting.has(name);
  }

  /** A new connection, as the side that connects has it; `peer` is adbd if absent. Undefined if no program listens. */
  connect(name: string, peer: Peer = ADBD): Connection | undefined {
    const accept = this.#accepting.get(name);
    if (!accept) return undefined;
    const [near, far] = connectionPair();
    accept(far, peer);
    return near;
  }

  /** Ends all listeners, because their processes end, as at a reboot. */
  clear(): void {
    this.#accepting.clear();
  }
}

function connectionPair(): readonly [Connection, Connection] {
  const there = new Pipe();
  const back = new Pipe();
  return [connectionOver(back, there), connectionOver(there, back)];
}

function connectionOver(incoming: Pipe, outgoing: Pipe): Connection {
  return {
    read: (maxBytes, signal) => incoming.read(maxBytes, signal),
    write: (bytes, signal) => outgoing.write(bytes, signal),
    close() {
      outgoing.closeWriter();
      incoming.closeReader();
    },
  };
}
