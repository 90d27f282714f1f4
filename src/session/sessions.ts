import type { Device } from "../devices/device.js";
import { RefCounter } from "./ref-counter.js";
import { Session } from "./session.js";

/** One session per device, for the life of the process. */
export class Sessions {
  readonly #bySerial = new Map<string, Session>();
  readonly #refs: RefCounter;

  constructor(stateFolder: string) {
    this.#refs = new RefCounter(stateFolder);
  }

  /** The device's session; a device object that was replaced (the phone went and came back) starts a new one. */
  of(device: Device): Session {
    const known = this.#bySerial.get(device.serial);
    if (known?.device === device) return known;
    const session = new Session(device, this.#refs);
    this.#bySerial.set(device.serial, session);
    return session;
  }

  /** All sessions so far. */
  all(): readonly Session[] {
    return [...this.#bySerial.values()];
  }
}
