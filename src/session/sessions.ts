import type { Device } from "../devices/device.js";
import { RefCounter } from "./ref-counter.js";
import { Session, type SessionIds } from "./session.js";

/** One session per device, for the life of the process. */
export class Sessions {
  readonly #bySerial = new Map<string, Session>();
  readonly #ids: SessionIds;

  constructor(stateFolder: string) {
    const refs = new RefCounter(stateFolder);
    let observations = 0;
    this.#ids = { nextRef: () => refs.next(), nextObservationId: () => `o${++observations}` };
  }

  /** The device's session; a device object that was replaced (the phone went and came back) starts a new one. */
  of(device: Device): Session {
    const known = this.#bySerial.get(device.serial);
    if (known?.device === device) return known;
    const session = new Session(device, this.#ids);
    this.#bySerial.set(device.serial, session);
    return session;
  }

  /** All sessions so far. */
  all(): readonly Session[] {
    return [...this.#bySerial.values()];
  }
}
