import type { WorkerPool } from "../base/worker-pool.js";
import { type LinkOptions, NO_COMPANION } from "../devices/companion/companion-link.js";
import type { Device } from "../devices/device.js";
import { ActLeases } from "../farm/files/act-leases.js";
import { type Gate, OPEN_GATE } from "../guard/gate.js";
import { HierarchyCache } from "../hierarchy-cache/cache.js";
import type { CacheOptions } from "../hierarchy-cache/limits.js";
import { nameElement } from "../screen/outline.js";
import { DeviceChanges } from "./changes/device-changes.js";
import { RefCounter } from "./ref-counter.js";
import { ScreenStore } from "./screen-store.js";
import { Session, type SessionIds, type SessionParts } from "./session.js";
import type { SessionDetectors } from "./session-detectors.js";
import type { SessionWatcher } from "./session-watcher.js";

export interface SessionsOptions {
  /**
   * Starts from the screens and the history that the last process stored, and stores its own for the next process: for
   * commands, which end at once.
   */
  readonly keepsScreens?: boolean;
  /** Changes of devices stay until the user asks to restore them; if absent, as `keepsScreens`. */
  readonly keepsChanges?: boolean;
  /** How companions are used; by default they are not. */
  readonly onDevice?: LinkOptions;
  /** The options of the hierarchy cache, which all devices share; by default there is none. */
  readonly cache?: CacheOptions | null;
  /** Threads that read large data, owned by the caller; by default the event loop reads it. */
  readonly workers?: WorkerPool | null;
  /** The detectors, owned by the caller; by default there are none. */
  readonly detectors?: SessionDetectors | null;
  /** Whether the pages of WebViews are read as well; false if absent. */
  readonly readsPages?: boolean;
  /** Makes the watcher of each session, which receives its actions and frames; by default there is none. */
  readonly watch?: ((session: Session) => SessionWatcher) | null;
  /** The guard for calls without a guard of their own; if absent, every action is allowed. */
  readonly gate?: Gate;
  /** The name of this process for other processes that wait for it; `fovea` if absent. */
  readonly program?: string;
}

/** One session per device, for the life of the process; its creator closes it. */
export class Sessions implements Disposable {
  readonly #bySerial = new Map<string, Session>();
  readonly #ids: SessionIds;
  readonly #store: ScreenStore | null;
  readonly #parts: SessionParts;
  /** The temporary changes of devices; the program that creates the sessions disposes of it at the end. */
  readonly changes: DeviceChanges;

  constructor(stateFolder: string, options: SessionsOptions = {}) {
    const { keepsScreens = false, onDevice = NO_COMPANION, program = "fovea" } = options;
    const { cache = null, workers = null, detectors = null, watch = null, gate = OPEN_GATE } = options;
    const refs = new RefCounter(stateFolder);
    let observations = 0;
    this.#ids = { nextRef: () => refs.next(), nextObservationId: () => `o${++observations}` };
    this.#store = keepsScreens ? new ScreenStore(stateFolder) : null;
    const leases = new ActLeases(stateFolder, program);
    this.changes = new DeviceChanges(stateFolder, program, options.keepsChanges ?? keepsScreens);
    this.#parts = {
      link: onDevice,
      leases,
      cache: cache && new HierarchyCache(cache),
      workers,
      detectors,
      readsPages: options.readsPages ?? false,
      watch,
      gate,
      changes: this.changes,
    };
  }

  /** The device's session; a new one if the device object was replaced (the phone was gone for long). */
  of(device: Device): Session {
    const known = this.#bySerial.get(device.serial);
    if (known?.device === device) return known;
    known?.close();
    const session = new Session(device, this.#ids, this.#parts);
    this.#restore(session);
    this.#bySerial.set(device.serial, session);
    return session;
  }

  /** Forgets all data of a device that will not return. */
  letGo(device: Device): void {
    const session = this.#bySerial.get(device.serial);
    if (session?.device !== device) return;
    this.#bySerial.delete(device.serial);
    session.close();
    session.cache?.forgetDevice(device.serial);
  }

  /** All sessions so far, except those of devices that were let go. */
  all(): readonly Session[] {
    return [...this.#bySerial.values()];
  }

  /** Closes the connections of the sessions to their devices. */
  [Symbol.dispose](): void {
    for (const session of this.all()) session.close();
  }

  /** Stores the last screens for the next process, if that is configured. */
  keepScreens(): void {
    for (const { lastObservation, lastReported } of this.all()) {
      const reportedTo = lastObservation === lastReported ? process.ppid : null;
      if (lastObservation) this.#store?.save({ observation: lastObservation, reportedTo });
    }
  }

  #restore(session: Session): void {
    const kept = this.#store?.load(session.device.serial);
    if (!kept) return;
    session.remember(kept.observation, nameElement);
    // Commands of another shell belong to another caller.
    if (kept.reportedTo === process.ppid) session.noteReported(kept.observation);
  }
}
