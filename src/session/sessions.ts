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
   * Begins where the last process left off, and leaves its screens and its history to the next: for commands, which end
   * at once.
   */
  readonly keepsScreens?: boolean;
  /** Leaves what it changes on devices until somebody asks for what was before; as `keepsScreens` if absent. */
  readonly keepsChanges?: boolean;
  /** How the companions are used; by default none is. */
  readonly onDevice?: LinkOptions;
  /** How trees are kept by their pictures, in one memory for all devices; by default none is. */
  readonly cache?: CacheOptions | null;
  /** Threads that read large inputs, if the caller gives them; by default they are read in place. */
  readonly workers?: WorkerPool | null;
  /** Detectors, if the caller gives them; by default none. */
  readonly detectors?: SessionDetectors | null;
  /** Whether the pages of WebViews are read, too; they are not, if absent. */
  readonly readsPages?: boolean;
  /** Gives each session who hears of its acts and pictures; by default nobody does. */
  readonly watch?: ((session: Session) => SessionWatcher) | null;
  /** Where actions pass that no call brought its own gate for; everything passes, if absent. */
  readonly gate?: Gate;
  /** What this process is called where another one waits for it; `fovea` if absent. */
  readonly program?: string;
}

/** One session per device, for the life of the process; its creator closes it. */
export class Sessions implements Disposable {
  readonly #bySerial = new Map<string, Session>();
  readonly #ids: SessionIds;
  readonly #store: ScreenStore | null;
  readonly #parts: SessionParts;
  /** What is changed on devices for a while; the program that makes the sessions disposes of it at the end. */
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

  /** The device's session; a device object that was replaced (the phone went and came back) starts a new one. */
  of(device: Device): Session {
    const known = this.#bySerial.get(device.serial);
    if (known?.device === device) return known;
    known?.close();
    const session = new Session(device, this.#ids, this.#parts);
    this.#restore(session);
    this.#bySerial.set(device.serial, session);
    return session;
  }

  /** Forgets all that is kept of a device that is gone for good. */
  letGo(device: Device): void {
    const session = this.#bySerial.get(device.serial);
    if (session?.device !== device) return;
    this.#bySerial.delete(device.serial);
    session.close();
    session.cache?.forgetDevice(device.serial);
  }

  /** All sessions so far, except for those of devices that were let go. */
  all(): readonly Session[] {
    return [...this.#bySerial.values()];
  }

  /** Ends what the sessions hold open on their devices. */
  [Symbol.dispose](): void {
    for (const session of this.all()) session.close();
  }

  /** Leaves the last screens to the next process, where that is wanted. */
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
    // Commands of another shell are another caller's.
    if (kept.reportedTo === process.ppid) session.noteReported(kept.observation);
  }
}
