import { createServer, type Server, type Socket } from "node:net";
import { joinStreams } from "../adbd/join-streams.js";
import { listen } from "../listen.js";
import type { AttachedDevice } from "./attached-device.js";
import { RequestRefused } from "./select-transport.js";
import { SocketStream } from "./socket-stream.js";

interface Forward {
  /** `tcp:PORT` with the port that is really used. */
  readonly local: string;
  readonly server: Server;
  readonly sockets: Set<Socket>;
  device: AttachedDevice;
  remote: string;
}

/** The ports of the host that are forwarded to services of devices. */
export class Forwards {
  readonly #forwards = new Map<string, Forward>();
  readonly #signal: AbortSignal;

  /** `signal` ends all forwarded connections. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** A line `SERIAL LOCAL REMOTE` for each forward. */
  get text(): string {
    return [...this.#forwards.values()]
      .map(({ device, local, remote }) => `${device.serial} ${local} ${remote}\n`)
      .join("");
  }

  /**
   * Adds `[norebind:]LOCAL;REMOTE`; gives the port, or null if an existing forward got a new destination. Only TCP
   * ports on loopback are supported. Errors: RequestRefused.
   */
  async add(device: AttachedDevice, specification: string): Promise<number | null> {
    const [, norebind, local = "", remote = ""] = /^(norebind:)?([^;]+);([^;]+)$/s.exec(specification) ?? [];
    if (local === "") throw new RequestRefused(`bad forward: ${specification}`);
    const port = parseLocal(local);
    const existing = this.#forwards.get(local);
    if (existing && norebind) throw new RequestRefused("cannot rebind existing socket");
    if (!existing) return await this.#listen(port, device, remote);
    existing.device = device;
    existing.remote = remote;
    return null;
  }

  /** Removes a forward. Errors: RequestRefused. */
  remove(local: string): void {
    const forward = this.#forwards.get(local);
    if (!forward) throw new RequestRefused(`listener '${local}' not found`);
    this.#close(forward);
  }

  removeAll(): void {
    for (const forward of [...this.#forwards.values()]) this.#close(forward);
  }

  removeOf(device: AttachedDevice): void {
    for (const forward of [...this.#forwards.values()]) if (forward.device === device) this.#close(forward);
  }

  async #listen(wantedPort: number, device: AttachedDevice, remote: string): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      const forward = this.#forwards.get(local);
      if (forward) void this.#serve(socket, forward);
      else socket.destroy();
    });
    const port = await bind(server, wantedPort);
    const local = `tcp:${port}`;
    this.#forwards.set(local, { local, server, sockets, device, remote });
    return port;
  }

  async #serve(socket: Socket, { device, remote }: Forward): Promise<void> {
    const stream = new SocketStream(socket, remote);
    const service = await device.open(remote, this.#signal).catch(() => null);
    if (service) joinStreams(stream, service, this.#signal);
    else stream.destroy(); // the real server closes the connection too
  }

  #close(forward: Forward): void {
    this.#forwards.delete(forward.local);
    forward.server.close();
    for (const socket of forward.sockets) socket.destroy();
  }
}

function parseLocal(local: string): number {
  const text = /^tcp:(.*)$/.exec(local)?.[1];
  if (text === undefined) throw new RequestRefused(`cannot bind listener: unknown socket specification:${local}`);
  const port = /^\d+$/.test(text) ? Number(text) : 65536;
  if (port > 65535) throw new RequestRefused(`cannot bind listener: bad port number '${text}'`);
  return port;
}

async function bind(server: Server, port: number): Promise<number> {
  try {
    return await listen(server, port);
  } catch {
    throw new RequestRefused("cannot bind listener: Address already in use");
  }
}
