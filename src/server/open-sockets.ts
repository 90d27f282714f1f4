import type { Duplex } from "node:stream";

/**
 * The sockets of a server, with a limit. At the limit, the oldest socket without an authorized request is closed;
 * sockets with one stay open. So a client that sends nothing, or does not know the token, cannot block the others.
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

  /** Call this for each new socket. */
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

  /** Call this when a request on the socket was authorized. */
  letIn(socket: Duplex): void {
    if (this.#strangers.delete(socket)) this.#known.add(socket);
  }
}
