import { Pipe } from "./pipe.js";

/** One end of a connection inside the phone. */
export interface Connection {
  /** The next bytes, null once the other end is closed. */
  read(maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Throws BrokenPipe once the other end is closed. */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Who connects, as SO_PEERCRED reports. */
export interface Peer {
  readonly uid: number;
}

/** adbd of a user build runs as shell. */
const ADBD: Peer = { uid: 2000 };

/** Called for each connection; it owns the connection and closes it. */
export type Accept = (connection: Connection, peer: Peer) => void;

/**
 * The sockets on which programs of the phone listen. Names are adb's: `localabstract:NAME`, `localreserved:NAME`,
 * `localfilesystem:PATH` and `tcp:PORT`.
 */
export class Listeners {
  readonly #accepting = new Map<string, Accept>();

  /** Starts listening and gives a function that stops it. Throws where somebody listens there already. */
  listen(name: string, accept: Accept): () => void {
    if (this.#accepting.has(name)) throw new Error(`${name} is taken`);
    this.#accepting.set(name, accept);
    return () => {
      if (this.#accepting.get(name) === accept) this.#accepting.delete(name);
    };
  }

  /** Nobody listens there any more. */
  stop(name: string): void {
    this.#accepting.delete(name);
  }

  /** The names of all sockets on which somebody listens, in the order in which they began to. */
  get names(): readonly string[] {
    return [...this.#accepting.keys()];
  }

  isTaken(name: string): boolean {
    return this.#accepting.has(name);
  }

  /** The near end of a new connection, adbd's if nobody else is named; undefined if nobody listens. */
  connect(name: string, peer: Peer = ADBD): Connection | undefined {
    const accept = this.#accepting.get(name);
    if (!accept) return undefined;
    const [near, far] = connectionPair();
    accept(far, peer);
    return near;
  }

  /** Everything that listens ends with its process, as at a reboot. */
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
