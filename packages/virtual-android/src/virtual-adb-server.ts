import { createServer, type Server, type Socket } from "node:net";
import { AttachedDevice } from "./adb-server/attached-device.js";
import { converse } from "./adb-server/conversation.js";
import { type AdbEndpoint, type DeviceAttachment, deviceEndpoint, listedEndpoint } from "./adb-server/endpoint.js";
import { Forwards } from "./adb-server/forwards.js";
import { SocketStream } from "./adb-server/socket-stream.js";
import { TransportList } from "./adb-server/transport-list.js";
import { lastingController } from "./lasting-controller.js";
import { BrokenPipe } from "./linux/errno.js";
import { listen } from "./listen.js";

/** The options of an adb server. */
export interface VirtualAdbServerOptions {
  /** The loopback port; 0 (any free port) if absent. */
  readonly port?: number;
  /** Phones that are attached at the start. */
  readonly devices?: readonly DeviceAttachment[];
}

/** An adb server in this process, for clients of the smart-socket protocol on a host without adb. */
export class VirtualAdbServer implements AsyncDisposable {
  readonly #transports = new TransportList();
  readonly #sockets = new Set<Socket>();
  /** Devices that `host:connect` added. */
  readonly #remotes = new Set<AttachedDevice>();
  #port: number;
  #server: Server | null = null;
  #running = lastingController();
  #forwards = new Forwards(this.#running.signal);
  #failures: unknown[] = [];

  constructor(options: VirtualAdbServerOptions = {}) {
    this.#port = options.port ?? 0;
    for (const attachment of options.devices ?? []) this.attach(attachment);
  }

  /** The port, which stays the same after a restart. */
  get port(): number {
    return this.#port;
  }

  get isRunning(): boolean {
    return this.#server !== null;
  }

  /** The number of open client connections. */
  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Exceptions that were not refusals: defects of the server. */
  get defects(): readonly unknown[] {
    return this.#failures;
  }

  /** Lists a virtual phone. */
  attach(attachment: DeviceAttachment): AttachedDevice {
    return this.#attach(deviceEndpoint(attachment));
  }

  /** Lists a device that cannot be used, for example a phone without permissions. */
  attachListed(serial: string, state: string): AttachedDevice {
    return this.#attach(listedEndpoint(serial, state));
  }

  /** Starts to listen. Errors: those of listen(2). */
  async start(): Promise<void> {
    const server = createServer((socket) => this.#accept(socket));
    this.#port = await listen(server, this.#port);
    this.#server = server;
  }

  /** Ends as a killed adb does: closes all connections, and drops forwards and devices from `connect`. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#running.abort(new BrokenPipe());
    this.#forwards.removeAll();
    for (const device of this.#remotes) device.detach();
    for (const device of this.#transports.all) device.cut();
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Starts again on the same port, with new transport ids. Errors: those of listen(2). */
  async restart(): Promise<void> {
    if (this.isRunning) await this.kill();
    this.#running = lastingController();
    this.#forwards = new Forwards(this.#running.signal);
    this.#transports.renumber();
    await this.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    for (const device of this.#transports.all) device.detach();
  }

  #attach(endpoint: AdbEndpoint): AttachedDevice {
    const device: AttachedDevice = new AttachedDevice(endpoint, {
      onChange: () => {
        if (this.#transports.hasLost(device)) this.#forwards.removeOf(device);
        this.#transports.changed();
      },
      onDetach: () => {
        this.#forwards.removeOf(device);
        this.#remotes.delete(device);
        this.#transports.remove(device);
      },
    });
    this.#transports.add(device);
    return device;
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    const stream = new SocketStream(socket, "client");
    const context = {
      transports: this.#transports,
      forwards: this.#forwards,
      attachRemote: (endpoint: AdbEndpoint) => void this.#remotes.add(this.#attach(endpoint)),
      kill: () => void this.kill(),
    };
    converse(stream, context, this.#running.signal).catch((error: unknown) => {
      stream.destroy();
      if (!(error instanceof BrokenPipe) && !this.#running.signal.aborted) this.#failures.push(error);
    });
  }
}

/** Starts an adb server. Errors: those of listen(2), for example EADDRINUSE. */
export async function startVirtualAdbServer(options: VirtualAdbServerOptions = {}): Promise<VirtualAdbServer> {
  const server = new VirtualAdbServer(options);
  await server.start();
  return server;
}
