import type { AttachedDevice } from "./attached-device.js";

/** One line of the device list. */
export interface ListedTransport {
  readonly id: number;
  readonly device: AttachedDevice;
}

/** All devices that are attached to a server, with their transport ids. */
export class TransportList {
  readonly #ids = new Map<AttachedDevice, { readonly id: number; readonly connection: number }>();
  readonly #watchers = new Set<() => void>();
  #lastId = 0;

  add(device: AttachedDevice): void {
    this.#ids.set(device, this.#newId(device));
    this.changed();
  }

  remove(device: AttachedDevice): void {
    this.#ids.delete(device);
    this.changed();
  }

  /** Gives new ids to all devices, as after a restart of the server. */
  renumber(): void {
    this.#lastId = 0;
    for (const device of this.#ids.keys()) this.#ids.set(device, this.#newId(device));
  }

  /** The devices that `adb devices` lists, sorted by serial. */
  get listed(): readonly ListedTransport[] {
    return [...this.#ids]
      .filter(([device]) => device.state !== "absent")
      .map(([device, { id }]) => ({ id, device }))
      .sort((a, b) => (a.device.serial < b.device.serial ? -1 : 1));
  }

  get all(): readonly AttachedDevice[] {
    return [...this.#ids.keys()];
  }

  /** Whether the connection to which the device's transport id belongs has ended. */
  hasLost(device: AttachedDevice): boolean {
    return device.state === "absent" || this.#ids.get(device)?.connection !== device.endpoint.connection;
  }

  /** The server calls this when a state or a connection may have changed. */
  changed(): void {
    for (const [device, { connection }] of this.#ids) {
      if (device.endpoint.connection !== connection) this.#ids.set(device, this.#newId(device));
    }
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** Calls `watcher` after each change. Gives the function that stops this. */
  onChange(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #newId(device: AttachedDevice): { readonly id: number; readonly connection: number } {
    this.#lastId += 1;
    return { id: this.#lastId, connection: device.endpoint.connection };
  }
}

/** The text of `host:devices`, or of `host:devices-l`. */
export function listText(list: TransportList, isLong: boolean): string {
  return list.listed.map((transport) => (isLong ? longLine(transport) : shortLine(transport))).join("");
}

function shortLine({ device }: ListedTransport): string {
  return `${device.serial}\t${device.state}\n`;
}

function longLine({ id, device }: ListedTransport): string {
  const { path, product } = device.endpoint;
  const names = product
    ? [`product:${product.product}`, `model:${product.model}`, `device:${product.device}`].map((text) =>
        text.replaceAll(/[^A-Za-z0-9:._-]/g, "_"),
      )
    : [];
  const words = [...(path === null ? [] : [path]), ...names, `transport_id:${id}`];
  return `${device.serial.padEnd(22)} ${device.state} ${words.join(" ")}\n`;
}
