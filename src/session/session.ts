import type { Lock } from "../base/lock.js";
import type { SharedWork } from "../base/shared-work.js";
import type { WorkerPool } from "../base/worker-pool.js";
import { type LinkOptions, NO_COMPANION, OnDeviceLink } from "../devices/companion/companion-link.js";
import type { Device } from "../devices/device.js";
import type { ActLeases } from "../farm/files/act-leases.js";
import { assertMayAct } from "../farm/presented.js";
import { type Gate, OPEN_GATE } from "../guard/gate.js";
import type { HierarchyCache } from "../hierarchy-cache/cache.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import type { ScreenMemory } from "../screen/screen-memory.js";
import { Caller, type Reported, type ReportedAs } from "./caller.js";
import { DeviceChanges } from "./changes/device-changes.js";
import type { EncodedPictures } from "./encoded-pictures.js";
import { forgetOldest } from "./forget-oldest.js";
import { type GoneElement, type Kept, NOTHING_SEEN, newKept, type SharedReading, type View } from "./kept.js";
import type { LastScreenshotSent } from "./last-screenshot-sent.js";
import { leaseOf } from "./lease-of.js";
import type { CompanionMemory } from "./memories/companion-memory.js";
import type { DeviceTraits } from "./memories/device-traits.js";
import type { PixelMemory } from "./memories/pixel-memory.js";
import type { SessionDetectors } from "./session-detectors.js";
import type { SessionWatcher } from "./session-watcher.js";
import { Turns } from "./turns.js";

/** Names that are unique in this process, for all devices. */
export interface SessionIds {
  /** For example `e12`; see RefCounter. */
  nextRef(): string;
  /** For example `o12`. */
  nextObservationId(): string;
}

export interface SessionParts {
  /** How the companion is used; if absent, it is not used. */
  readonly link?: LinkOptions;
  /** Keeps other processes from acting at the same time; if null or absent, nothing does. */
  readonly leases?: ActLeases | null;
  /** The hierarchy cache of all devices; if null or absent, there is none. */
  readonly cache?: HierarchyCache | null;
  /** Threads that read large data; if null or absent, the event loop reads it. */
  readonly workers?: WorkerPool | null;
  /** The detectors for all devices; if null or absent, there are none. */
  readonly detectors?: SessionDetectors | null;
  /** Whether the pages of WebViews are read as well; false if absent. */
  readonly readsPages?: boolean;
  /** Makes the watcher of a session, which receives its actions and frames; if null or absent, there is none. */
  readonly watch?: ((session: Session) => SessionWatcher) | null;
  /** The guard that checks actions before they are sent; if absent, every action is allowed. */
  readonly gate?: Gate;
  /** Restores changes of devices; if absent, changes are kept only in memory. */
  readonly changes?: DeviceChanges;
}

/** How many descriptions of gone elements are kept, to name stale refs: a megabyte. */
const REMEMBERED_REFS = 2_500;

/**
 * The data that is kept of one device between calls. None of it is ever given as a fresh result: the last observation
 * explains refs and is where the next one starts, only within the same boot.
 */
export class Session {
  readonly device: Device;
  /** The connection to the device's companion, if it has one. */
  readonly onDevice: OnDeviceLink;
  /** The hierarchy cache of all devices; null if there is none. */
  readonly cache: HierarchyCache | null;
  /** Threads that read large data; null if the event loop reads it. */
  readonly workers: WorkerPool | null;
  /** The detectors; null if there are none. */
  readonly detectors: SessionDetectors | null;
  /** Whether the pages of WebViews are read as well. */
  readonly readsPages: boolean;
  /** Receives actions and frames; null if there is none. */
  readonly watcher: SessionWatcher | null;
  /** Runs the actions on the device one after another. */
  readonly acts: Turns;
  readonly dumps: Lock;
  readonly screens: ScreenMemory;
  readonly lastScreenshotSent: LastScreenshotSent;
  readonly encoded: EncodedPictures;
  readonly drawing: Lock;
  readonly readings: SharedWork<SharedReading>;
  readonly pixels: PixelMemory;
  readonly companion: CompanionMemory;
  readonly traits: DeviceTraits;
  /** The caller; all other data of the session is shared by all callers. */
  readonly caller: Caller;
  /** The guard that checks its actions before they are sent. */
  readonly gate: Gate;
  /** Owns the temporary changes of the device. */
  readonly changes: DeviceChanges;
  readonly #ids: SessionIds;
  readonly #parts: SessionParts;
  readonly #kept: Kept;

  /** With `view` it is the same session for another caller or gate. */
  constructor(device: Device, ids: SessionIds, parts: SessionParts = {}, view?: View<Session>) {
    const { link = NO_COMPANION, leases = null, cache = null, workers = null, detectors = null, watch = null } = parts;
    const { session, caller = new Caller() } = view ?? {};
    this.device = device;
    this.cache = cache;
    this.workers = workers;
    this.detectors = detectors;
    this.readsPages = parts.readsPages ?? false;
    this.caller = caller;
    this.gate = view?.gate ?? parts.gate ?? OPEN_GATE;
    this.changes = session?.changes ?? parts.changes ?? new DeviceChanges(null, "fovea");
    this.#ids = ids;
    this.#parts = parts;
    this.#kept = session ? session.#kept : newKept();
    this.watcher = session ? session.watcher : (watch?.(this) ?? null);
    this.onDevice = session?.onDevice ?? new OnDeviceLink(device, link);
    this.acts =
      session?.acts ??
      new Turns(
        async (signal) => await leaseOf(device, leases, signal),
        async (signal) => await assertMayAct(device.serial, signal),
      );
    const { dumps, screens, lastScreenshotSent, encoded, drawing, readings, pixels, companion, traits } = this.#kept;
    this.dumps = dumps;
    this.screens = screens;
    this.lastScreenshotSent = lastScreenshotSent;
    this.encoded = encoded;
    this.drawing = drawing;
    this.readings = readings;
    this.pixels = pixels;
    this.companion = companion;
    this.traits = traits;
  }

  /** The same session for another caller, with another gate. */
  as(caller: Caller, gate = this.gate): Session {
    if (caller === this.caller && gate === this.gate) return this;
    return new Session(this.device, this.#ids, this.#parts, { session: this, caller, gate });
  }

  /** Closes its connections to the device. */
  close(): void {
    this.onDevice.close();
  }

  /** The last observation with readable elements, of any boot; null before the first. */
  get lastObservation(): Observation | null {
    return this.#kept.last;
  }

  /** The last observation whose elements were all shown to this caller: "changed" means since then. */
  get lastReported(): Observation | null {
    return this.reported?.observation ?? null;
  }

  /** The same for all callers whose requests do not identify them; null before the first. */
  get lastReportedNameless(): Observation | null {
    return this.#kept.reportedNameless;
  }

  /** The last shown observation, with the name by which the caller knows it, and when it was shown. */
  get reported(): Reported | null {
    return this.caller.shownOf(this.device.serial);
  }

  noteReported(observation: Observation, as: ReportedAs = {}): void {
    this.#kept.shown.note(this.caller.noteShown(observation, as, this.#kept.acts));
    if (!this.caller.isKnown) this.#kept.reportedNameless = observation;
  }

  /**
   * For a caller that was shown no screen here but names an observation: starts from it, if another caller was shown it
   * recently.
   */
  takeUp(observationId: string): void {
    const reported = this.reported === null ? this.#kept.shown.of(observationId) : undefined;
    if (reported) this.noteReported(reported.observation, reported);
  }

  /** Whether another caller acted on the device since this one was last shown its screen. */
  get wasOvertaken(): boolean {
    return this.caller.wasOvertaken(this.device.serial, this.#kept.acts);
  }

  /** Whether this caller acted on the device since it was last shown its screen. */
  get hasActedSince(): boolean {
    return this.caller.hasActedSince(this.device.serial);
  }

  /** Ref of the last action's target; null if it had no target element, and before the first action. */
  get lastTarget(): string | null {
    return this.#kept.lastTarget;
  }

  /** The last observation with readable elements before the last action; null before the first action. */
  get beforeLastAct(): Observation | null {
    return this.#kept.beforeLastAct;
  }

  /** Notes an action that was performed, or may have been, on these elements, first to last; a tap tapped the first. */
  acted(targetNames: readonly string[], isTap = false): void {
    this.#kept.lastTarget = targetNames[0] ?? null;
    this.#kept.beforeLastAct = this.#kept.last;
    this.#kept.acts += 1;
    this.caller.noteActed(this.device.serial, isTap ? (targetNames[0] ?? null) : null);
  }

  nextRef(): string {
    return this.#ids.nextRef();
  }

  nextObservationId(): string {
    return this.#ids.nextObservationId();
  }

  /** Stores the observation as the last one; `describe` gives the description of each element that is gone. */
  remember(observation: Observation, describe: (element: UiElement) => string): void {
    const before = this.#kept.last?.elements ?? [];
    this.#kept.last = observation;
    this.screens.note(observation);
    if (observation.elements === before) return;
    const present = new Set(observation.elements.map((element) => element.ref));
    // Only the last gone elements are remembered.
    const gone = before.filter(({ ref }) => !present.has(ref)).slice(-REMEMBERED_REFS);
    for (const element of gone) {
      // An element that goes again is moved to the end, so that it is forgotten last.
      this.#kept.gone.delete(element.ref);
      const { role, labels, resourceId, context } = element;
      const words = describe(element);
      this.#kept.gone.set(element.ref, { words, role, labels: labels.slice(0, 1), resourceId, context });
    }
    forgetOldest(this.#kept.gone, REMEMBERED_REFS);
  }

  /** Forgets the observations of the device: they are not for its next holder. */
  forgetSeen(): void {
    this.#kept.gone.clear();
    this.#kept.shown.clear();
    Object.assign(this.#kept, NOTHING_SEEN);
  }

  /** The descriptions of gone elements that are still remembered. */
  get goneElements(): Iterable<GoneElement> {
    return this.#kept.gone.values();
  }

  /** The description of a gone element. */
  goneElement(ref: string): GoneElement | undefined {
    return this.#kept.gone.get(ref);
  }
}
