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

/** Names that are unique in this process, whatever the device. */
export interface SessionIds {
  /** For example `e12`; see RefCounter. */
  nextRef(): string;
  /** For example `o12`. */
  nextObservationId(): string;
}

export interface SessionParts {
  /** How the companion is used; it is not, if absent. */
  readonly link?: LinkOptions;
  /** Keeps other processes off the device while this one acts; nothing does, if null or absent. */
  readonly leases?: ActLeases | null;
  /** Trees by their pictures, of all devices; there are none, if null or absent. */
  readonly cache?: HierarchyCache | null;
  /** Threads that read what is large; it is read in place, if null or absent. */
  readonly workers?: WorkerPool | null;
  /** What looks at pictures, of all devices; nothing does, if null or absent. */
  readonly detectors?: SessionDetectors | null;
  /** Whether the pages of WebViews are read, too; they are not, if absent. */
  readonly readsPages?: boolean;
  /** Hears of acts and pictures; nobody does, if null or absent. */
  readonly watch?: ((session: Session) => SessionWatcher) | null;
  /** Where actions pass before they are sent; everything passes, if absent. */
  readonly gate?: Gate;
  /** Restores what is changed on devices; kept in memory alone, if absent. */
  readonly changes?: DeviceChanges;
}

/** How many descriptions of gone elements are kept, to name stale refs: a megabyte. */
const REMEMBERED_REFS = 2_500;

/**
 * What is kept of one device between calls. Nothing here is ever presented as fresh: the last observation says what
 * refs mean and where to start, and only for the same boot.
 */
export class Session {
  readonly device: Device;
  /** The way to the companion, where the device has one. */
  readonly onDevice: OnDeviceLink;
  /** Trees by their pictures, of all devices; null if there shall be none. */
  readonly cache: HierarchyCache | null;
  /** Threads that read what is large; null if it is read in place. */
  readonly workers: WorkerPool | null;
  /** What looks at pictures; null if nothing does. */
  readonly detectors: SessionDetectors | null;
  /** Whether the pages of WebViews are read, too. */
  readonly readsPages: boolean;
  /** Hears of acts and pictures; null if nobody does. */
  readonly watcher: SessionWatcher | null;
  /** Actions on the device come one after another. */
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
  /** Who calls: all but what it was shown is shared by all callers. */
  readonly caller: Caller;
  /** Where its actions pass before they are sent. */
  readonly gate: Gate;
  /** The owner of what is changed on the device for a while. */
  readonly changes: DeviceChanges;
  readonly #ids: SessionIds;
  readonly #parts: SessionParts;
  readonly #kept: Kept;

  /** `view` makes it the same session for another caller or gate. */
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

  /** The same session for another caller, through another gate. */
  as(caller: Caller, gate = this.gate): Session {
    if (caller === this.caller && gate === this.gate) return this;
    return new Session(this.device, this.#ids, this.#parts, { session: this, caller, gate });
  }

  /** Ends what it holds open on the device. */
  close(): void {
    this.onDevice.close();
  }

  /** The last observation whose elements could be read, of whatever boot; null before the first. */
  get lastObservation(): Observation | null {
    return this.#kept.last;
  }

  /** The last observation whose elements this caller was shown, all of them: "changed" is measured from it. */
  get lastReported(): Observation | null {
    return this.reported?.observation ?? null;
  }

  /** The same for callers whose requests do not identify them; null before the first. */
  get lastReportedNameless(): Observation | null {
    return this.#kept.reportedNameless;
  }

  /** The same with what the caller knows it by, and how long ago it was shown all of a screen. */
  get reported(): Reported | null {
    return this.caller.shownOf(this.device.serial);
  }

  noteReported(observation: Observation, as: ReportedAs = {}): void {
    this.#kept.shown.note(this.caller.noteShown(observation, as, this.#kept.acts));
    if (!this.caller.isKnown) this.#kept.reportedNameless = observation;
  }

  /**
   * Begins where some caller was shown an observation recently, for a caller that names it and was shown none here.
   */
  takeUp(observationId: string): void {
    const reported = this.reported === null ? this.#kept.shown.of(observationId) : undefined;
    if (reported) this.noteReported(reported.observation, reported);
  }

  /** Whether another caller acted on the device since this one was last shown the screen. */
  get wasOvertaken(): boolean {
    return this.caller.wasOvertaken(this.device.serial, this.#kept.acts);
  }

  /** Whether this caller acted on the device since it was last shown the screen. */
  get hasActedSince(): boolean {
    return this.caller.hasActedSince(this.device.serial);
  }

  /** Ref of the element that the last act was done to; null if that was none, and before the first. */
  get lastTarget(): string | null {
    return this.#kept.lastTarget;
  }

  /** The last observation before the last act, whose elements could be read; null before the first act. */
  get beforeLastAct(): Observation | null {
    return this.#kept.beforeLastAct;
  }

  /** An act was done, or may have been, to these elements, first to last. */
  acted(targetNames: readonly string[]): void {
    this.#kept.lastTarget = targetNames[0] ?? null;
    this.#kept.beforeLastAct = this.#kept.last;
    this.#kept.acts += 1;
    this.caller.noteActed(this.device.serial);
  }

  nextRef(): string {
    return this.#ids.nextRef();
  }

  nextObservationId(): string {
    return this.#ids.nextObservationId();
  }

  /** Keeps the observation as the last one; `describe` words the elements that it no longer has. */
  remember(observation: Observation, describe: (element: UiElement) => string): void {
    const before = this.#kept.last?.elements ?? [];
    this.#kept.last = observation;
    this.screens.note(observation);
    if (observation.elements === before) return;
    const present = new Set(observation.elements.map((element) => element.ref));
    // Only the last ones are remembered.
    const gone = before.filter(({ ref }) => !present.has(ref)).slice(-REMEMBERED_REFS);
    for (const element of gone) {
      // The one that went last is forgotten last, whenever it went first.
      this.#kept.gone.delete(element.ref);
      const { role, labels, context } = element;
      this.#kept.gone.set(element.ref, { words: describe(element), role, labels: labels.slice(0, 1), context });
    }
    forgetOldest(this.#kept.gone, REMEMBERED_REFS);
  }

  /** Forgets what was seen on the device: for another holder of it, whom none of that is for. */
  forgetSeen(): void {
    this.#kept.gone.clear();
    this.#kept.shown.clear();
    Object.assign(this.#kept, NOTHING_SEEN);
  }

  /** What the elements were that are gone, as far back as is remembered. */
  get goneElements(): Iterable<GoneElement> {
    return this.#kept.gone.values();
  }

  /** What an element that is gone was. */
  goneElement(ref: string): GoneElement | undefined {
    return this.#kept.gone.get(ref);
  }
}
