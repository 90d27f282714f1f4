import { later } from "../../base/signals.js";
import type { Device } from "../device.js";
import type { DeviceRow } from "./device-row.js";

export interface DeviceShelfOptions {
  readonly make: (serial: string) => Device;
  /** How long a device may be gone and still return as the same object. */
  readonly goneMs: number;
  /** Called when a device was gone for longer: the data that is kept of it is not needed any more. */
  readonly onLetGo: (device: Device) => void;
}

/** The device objects by serial: a phone that returns in time gets the same object. */
export class DeviceShelf {
  readonly #options: DeviceShelfOptions;
  readonly #devices = new Map<string, Device>();
  readonly #leaving = new Map<string, Disposable>();

  /** When `lifetime` ends, no gone device is waited for any more. */
  constructor(options: DeviceShelfOptions, lifetime: AbortSignal) {
    this.#options = options;
    lifetime.addEventListener("abort", () => this.#stop(), { once: true });
  }

  /** The device with this serial; creates it if there is none. */
  get(serial: string): Device {
    const device = this.#devices.get(serial) ?? this.#options.make(serial);
    this.#devices.set(serial, device);
    return device;
  }

  /** Takes the current list of devices. A device in any state counts as present. */
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
