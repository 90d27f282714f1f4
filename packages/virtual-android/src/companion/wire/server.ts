import type { Accept, Connection, Peer } from "../../linux/listeners.js";
import { Client } from "./client.js";
import type { Host } from "./host.js";
import { MOST_CLIENTS } from "./limits.js";
import { WireError } from "./wire-error.js";

/** The uids whose programs may connect: root and shell. */
const TRUSTED_UIDS: readonly number[] = [0, 2000];

/** The socket server of one process: up to four clients. */
export class WireServer {
  readonly #host: Host;
  readonly #clients = new Set<Client>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Accepts a connection of adb or of the process itself; closes any other before it reads a byte. */
  readonly accept: Accept = (connection, peer) => {
    if (!this.#isTrusted(peer)) {
      connection.close();
      return;
    }
    void this.#serve(connection);
  };

  /** Ends all connections at once, because the process ends. */
  endAll(): void {
    for (const client of this.#clients) client.end();
  }

  #isTrusted({ uid }: Peer): boolean {
    return TRUSTED_UIDS.includes(uid) || uid === this.#host.ownUid;
  }

  async #serve(connection: Connection): Promise<void> {
    const client = new Client(connection, this.#host);
    if (this.#clients.size >= MOST_CLIENTS) {
      client.refuse(new WireError("BUSY", `there are ${MOST_CLIENTS} clients already`));
      return;
    }
    this.#clients.add(client);
    await client.serve();
    this.#clients.delete(client);
  }
}
