import { later } from "../../base/signals.js";
import type { Device } from "../device.js";
import type { DeviceRow } from "./device-row.js";

export interface DeviceShelfOptions {
  readonly make: (serial: string) => Device;
  /** How long a device may be gone and still come back as the same one. */
  readonly goneMs: number;
  /** A device was gone for this long: what is stored about it is useless. */
  readonly onLetGo: (device: Device) => void;
}

/** The device objects by serial: the same one for a phone that comes back in time. */
export class DeviceShelf {
  readonly #options: DeviceShelfOptions;
  readonly #devices = new Map<string, Device>();
  readonly #leaving = new Map<string, Disposable>();

  /** `lifetime` ends the waiting for those that are gone. */
  constructor(options: DeviceShelfOptions, lifetime: AbortSignal) {
    this.#options = options;
    lifetime.addEventListener("abort", () => this.#stop(), { once: true });
  }

  /** The device with this serial, made if there is none. */
  get(serial: string): Device {
    const device = this.#devices.get(serial) ?? this.#options.make(serial);
    this.#devices.set(serial, device);
    return device;
  }

  /** The whole list as it is now. A device in any state is there. */
  update(rows: readonly DeviceRow[]): void {
    const present = new Set(rows.map(({ serial }) => serial));
    for (const serial of this.#devices.keys()) {
      if (present.has(serial)) this.#stay(serial);
      else if (!this.#leaving.has(serial)) this.#leave(serial);
    }
  }

  #stay(serial: string): void {
    this.#leaving.get(serial)?.[Symbol.dispose]();
    this.#leaving.delete(serial);
  }

  #leave(serial: string): void {
    const letGo = () => {
      this.#leaving.delete(serial);
      const device = this.#devices.get(serial);
      this.#devices.delete(serial);
      if (device) this.#options.onLetGo(device);
    };
    this.#leaving.set(serial, later(letGo, this.#options.goneMs));
  }

  #stop(): void {
    for (const serial of [...this.#leaving.keys()]) this.#stay(serial);
  }
}
