import type { Duplex } from "node:stream";

/**
 * The sockets of a server, with a limit. A client that opens sockets and sends nothing, or does not know the
 * token, makes room first: the one that was opened first goes, and clients that were let in stay.
 */
export class OpenSockets {
  readonly #most: number;
  readonly #strangers = new Set<Duplex>();
  readonly #known = new Set<Duplex>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#strangers.size + this.#known.size;
  }

  /** To be called with each socket that is opened. */
  opened(socket: Duplex): void {
    socket.once("close", () => {
      this.#strangers.delete(socket);
      this.#known.delete(socket);
    });
    this.#strangers.add(socket);
    if (this.size <= this.#most) return;
    const [oldest] = this.#strangers;
    if (!oldest) return;
    this.#strangers.delete(oldest);
    oldest.destroy();
  }

  /** To be called where a request on the socket was let in. */
  letIn(socket: Duplex): void {
    if (this.#strangers.delete(socket)) this.#known.add(socket);
  }
}
