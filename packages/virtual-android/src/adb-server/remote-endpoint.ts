import { connect, type Socket } from "node:net";
import { abortable } from "../../../../src/base/signals.js";
import type { ProductNames } from "../adbd/banner.js";
import { COMMAND, type Message, VERSION_WITHOUT_CHECKSUM } from "../adbd/message.js";
import { Transport } from "../adbd/transport.js";
import type { AdbEndpoint } from "./endpoint.js";

const MOST_PAYLOAD = 1 << 20;

/** How long a device may take to send its CNXN. */
const HELLO_MS = 10_000;

/** The device was reached, but does not know this server's key. */
export class NotAuthenticated extends Error {}

/**
 * Connects to an adb daemon, as `adb connect` does. Errors: those of connect(2); NotAuthenticated; TimeoutError if the
 * daemon does not answer.
 */
export async function connectRemote(address: RemoteAddress, signal: AbortSignal): Promise<AdbEndpoint> {
  const socket = connect({ host: address.host, port: address.port });
  await connected(socket);
  const remote = new RemoteDevice(socket, address.serial);
  try {
    await abortable(remote.hello, AbortSignal.any([signal, AbortSignal.timeout(HELLO_MS)]));
    return remote;
  } catch (error) {
    remote.close();
    throw error;
  }
}

/** The address on which an adb daemon listens. */
export interface RemoteAddress {
  readonly host: string;
  readonly port: number;
  /** `HOST:PORT`, which is its serial in the list. */
  readonly serial: string;
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
}

class RemoteDevice implements AdbEndpoint {
  readonly serial: string;
  readonly kind = "local";
  readonly path = null;
  readonly connection = 1;
  /** Resolves when the device has sent its CNXN. */
  readonly hello: Promise<void>;
  readonly #transport: Transport;
  readonly #watchers = new Set<() => void>();
  #state = "connecting";
  #product: ProductNames | null = null;
  #features: readonly string[] = [];
  #accept: () => void = () => {};
  #refuse: (error: Error) => void = () => {};

  constructor(socket: Socket, serial: string) {
    this.serial = serial;
    this.hello = new Promise((resolve, reject) => {
      this.#accept = resolve;
      this.#refuse = reject;
    });
    this.#transport = new Transport(socket, {
      onControl: (message) => this.#control(message),
      onOpen: async () => null, // the device opens a reverse connection: not supported
      onEnd: () => this.#setState("offline"),
    });
    const payload = Buffer.from("host::features=shell_v2,cmd");
    this.#transport.send({ command: COMMAND.CNXN, first: VERSION_WITHOUT_CHECKSUM, second: MOST_PAYLOAD, payload });
  }

  get state(): string {
    return this.#state;
  }

  get product(): ProductNames | null {
    return this.#product;
  }

  get features(): readonly string[] {
    return this.#features;
  }

  async open(name: string, signal: AbortSignal) {
    return await this.#transport.open(name, signal);
  }

  onChange(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  reconnect(): void {
    this.#transport.destroy();
  }

  close(): void {
    this.#watchers.clear();
    this.#transport.destroy();
  }

  #control(message: Message): void {
    if (message.command === COMMAND.AUTH) this.#refuse(new NotAuthenticated());
    if (message.command !== COMMAND.CNXN) return;
    this.#transport.agree({
      version: Math.min(message.first, VERSION_WITHOUT_CHECKSUM),
      maxPayload: Math.min(message.second, MOST_PAYLOAD),
    });
    const { mode, facts } = parseBanner(message.payload.toString());
    const name = (key: string) => facts.get(`ro.product.${key}`) ?? "";
    this.#product = { product: name("name"), model: name("model"), device: name("device") };
    this.#features = (facts.get("features") ?? "").split(",").filter((feature) => feature !== "");
    this.#setState(mode);
    this.#accept();
  }

  #setState(state: string): void {
    this.#state = state;
    if (state === "offline") this.#refuse(new Error("Connection reset by peer"));
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Parses a banner: `device::KEY=VALUE;KEY=VALUE`. */
function parseBanner(text: string): { readonly mode: string; readonly facts: ReadonlyMap<string, string> } {
  const [mode = "", , rest = ""] = text.replace(/\0$/, "").split(":");
  const pairs = rest
    .split(";")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const);
  return { mode, facts: new Map(pairs) };
}
