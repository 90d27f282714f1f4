import type { Size } from "../base/geometry.js";
import { Lock } from "../base/lock.js";
import { SharedWork } from "../base/shared-work.js";
import type { WorkerPool } from "../base/worker-pool.js";
import type { Device } from "../devices/device.js";
import { type LinkOptions, NO_HALF, OnDeviceLink } from "../devices/on-device/on-device-link.js";
import type { HierarchyCache } from "../hierarchy-cache/cache.js";
import type { UiElement } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import type { Observation } from "../screen/observation.js";
import { ScreenMemory } from "../screen/screen-memory.js";
import type { TileGrid } from "../screen/tiles.js";
import type { ActLeases } from "./act-leases.js";
import { EncodedPictures } from "./encoded-pictures.js";
import type { Eyes } from "./eyes.js";
import { LastGiven } from "./given-picture.js";
import type { KnownFront, KnownTrees } from "./known.js";
import { leaseOf } from "./lease-of.js";
import { type PictureBounds, pictureBounds } from "./picture-bounds.js";
import type { SessionWatcher } from "./session-watcher.js";
import { Turns } from "./turns.js";

/** Names that are unique in this process, whatever the device. */
export interface SessionIds {
  /** For example `e12`; see RefCounter. */
  nextRef(): string;
  /** For example `o12`. */
  nextObservationId(): string;
}

/** What one look gives all who asked for it. */
export interface SharedReading {
  readonly observation: Observation;
  readonly frame: Frame | null;
}

export interface SessionParts {
  /** How the on-device half is used; it is not, if absent. */
  readonly link?: LinkOptions;
  /** Keeps other processes off the device while this one acts; nothing does, if null or absent. */
  readonly leases?: ActLeases | null;
  /** Trees by their pictures, of all devices; there are none, if null or absent. */
  readonly cache?: HierarchyCache | null;
  /** Threads that read what is large; it is read in place, if null or absent. */
  readonly workers?: WorkerPool | null;
  /** What looks at pictures, of all devices; nothing does, if null or absent. */
  readonly eyes?: Eyes | null;
  /** Hears of acts and pictures; nobody does, if null or absent. */
  readonly watch?: ((session: Session) => SessionWatcher) | null;
}

/** So many readings go on at once: each may hold a picture and a tree of many megabytes. */
const MOST_READINGS = 4;

/** How many descriptions of elements that are gone are kept, for telling what a stale ref once was: half a megabyte. */
const REMEMBERED_REFS = 2_500;

/**
 * What is kept of one device between calls. Nothing here is ever presented as fresh: the last observation says what
 * refs mean and where to start, and only for the same boot.
 */
export class Session {
  readonly device: Device;
  /** The way to the on-device half, where the device has one. */
  readonly onDevice: OnDeviceLink;
  /** Trees by their pictures, of all devices; null where there shall be none. */
  readonly cache: HierarchyCache | null;
  /** Threads that read what is large; null where it is read in place. */
  readonly workers: WorkerPool | null;
  /** What looks at pictures; null where nothing does. */
  readonly eyes: Eyes | null;
  /** Hears of acts and pictures; null where nobody does. */
  readonly watcher: SessionWatcher | null;
  /** Actions on the device come one after another. */
  readonly acts: Turns;
  /** `uiautomator dump` can run once at a time on a device. */
  readonly dumps = new Lock();
  /** How windows looked before the last observation: what refs come back by. */
  readonly screens = new ScreenMemory();
  readonly given = new LastGiven();
  readonly encoded = new EncodedPictures();
  /** One picture at a time is drawn on: each takes the memory of several. */
  readonly drawing = new Lock();
  /** Whole looks at the screen, which those who ask at the same time share. */
  readonly readings = new SharedWork<SharedReading>(MOST_READINGS);
  readonly #ids: SessionIds;
  /** Words, not the elements: those of fifty devices would add up. */
  readonly #gone = new Map<string, string>();
  readonly #missing = new Set<string>();
  #last: Observation | null = null;
  #told: Observation | null = null;
  #tiles: Session["lastTiles"] = null;
  #seenTiles: Session["lastTiles"] = null;
  #glance: Session["lastGlance"] = null;
  #screenshotRate: number | null = null;
  #pictureBounds = pictureBounds(null);
  #inputMs: number | null = null;
  readonly #taken = new Map<string, string>();
  #aims: readonly string[] = [];
  #lastTarget: string | null = null;
  #treeReadAtMs: number | null = null;
  #front: KnownFront | null = null;
  #trees: KnownTrees | null = null;

  constructor(device: Device, ids: SessionIds, parts: SessionParts = {}) {
    const { link = NO_HALF, leases = null, cache = null, workers = null, eyes = null, watch = null } = parts;
    this.device = device;
    this.cache = cache;
    this.workers = workers;
    this.eyes = eyes;
    this.watcher = watch?.(this) ?? null;
    this.onDevice = new OnDeviceLink(device, link);
    this.acts = new Turns(async (signal) => await leaseOf(device, leases, signal));
    this.#ids = ids;
  }

  /** Ends what it holds open on the device. */
  close(): void {
    this.onDevice.close();
  }

  /** The last observation whose elements could be read, of whatever boot; null before the first. */
  get lastObservation(): Observation | null {
    return this.#last;
  }

  /** The last observation whose elements a caller was told, all of them: what "changed" is measured from. */
  get lastTold(): Observation | null {
    return this.#told;
  }

  noteTold(observation: Observation): void {
    this.#told = observation;
  }

  /** Of the picture that detectors looked at for an observation; null before the first. */
  get lastSeenTiles(): Session["lastTiles"] {
    return this.#seenTiles;
  }

  noteSeenTiles(observationId: string, grid: TileGrid): void {
    this.#seenTiles = { observationId, grid };
  }

  /** Fingerprint of the pixels that belong to an observation; null before one with a screenshot. */
  get lastTiles(): { readonly observationId: string; readonly grid: TileGrid } | null {
    return this.#tiles;
  }

  noteTiles(observationId: string, grid: TileGrid): void {
    this.#tiles = { observationId, grid };
  }

  /** The pixels of the last glance at the screen that refs were checked by, and when it was begun (performance.now()). */
  get lastGlance(): { readonly at: number; readonly grid: TileGrid | null } | null {
    return this.#glance;
  }

  noteGlance(at: number, grid: TileGrid | null): void {
    this.#glance = { at, grid };
  }

  /** When uiautomator last ended that was to read a tree, in ms since the device's boot; null where it did not tell. */
  get treeReadAtMs(): number | null {
    return this.#treeReadAtMs;
  }

  noteTreeRead(uptimeMs: number | null): void {
    this.#treeReadAtMs = uptimeMs;
  }

  /** The window in front as the window manager last described it, while the on-device half was the source. */
  get knownFront(): KnownFront | null {
    return this.#front;
  }

  noteFront(front: KnownFront | null): void {
    this.#front = front;
  }

  /** What was read last through the on-device half: nodes that did not change since are not read again. */
  get knownTrees(): KnownTrees | null {
    return this.#trees;
  }

  noteTrees(trees: KnownTrees): void {
    this.#trees = trees;
  }

  /** Why an action took the elements that it did, each once, for its answer; reading it forgets it. */
  takeRemarks(): readonly string[] {
    const remarks = [...this.#taken.values()];
    this.#taken.clear();
    return remarks;
  }

  /** The last remark about something counts; null takes it back. */
  noteTaken(remark: string | null, about = remark ?? ""): void {
    if (remark === null) this.#taken.delete(about);
    else this.#taken.set(about, remark);
  }

  /** Ref of the element that the last act was done to; null where that was none, and before the first. */
  get lastTarget(): string | null {
    return this.#lastTarget;
  }

  /** What the act that goes on is about to be done to, first to last; whatever it was aimed at before is not. */
  noteAims(refs: readonly string[]): void {
    this.#aims = refs;
  }

  /** An act was done, or is not going to be: what it was aimed at, the first of which is the last target, is forgotten. */
  noteActed(wasDone: boolean): readonly string[] {
    const aims = this.#aims;
    if (wasDone) this.#lastTarget = aims[0] ?? null;
    this.#aims = [];
    return aims;
  }

  nextRef(): string {
    return this.#ids.nextRef();
  }

  nextObservationId(): string {
    return this.#ids.nextObservationId();
  }

  /** Keeps the observation as the last one; `describe` words the elements that it no longer has. */
  remember(observation: Observation, describe: (element: UiElement) => string): void {
    const before = this.#last?.elements ?? [];
    this.#last = observation;
    this.screens.note(observation);
    if (observation.elements === before) return;
    const present = new Set(observation.elements.map((element) => element.ref));
    for (const element of before) {
      if (present.has(element.ref)) continue;
      // The one that went last is forgotten last, whenever it went first.
      this.#gone.delete(element.ref);
      this.#gone.set(element.ref, describe(element));
    }
    for (const ref of this.#gone.keys()) {
      if (this.#gone.size <= REMEMBERED_REFS) break;
      this.#gone.delete(ref);
    }
  }

  /** What an element that is gone was, in the outline's words. */
  describeGone(ref: string): string | undefined {
    return this.#gone.get(ref);
  }

  /** Bytes per ms of the last uncompressed screenshot; null before one. */
  get screenshotRate(): number | null {
    return this.#screenshotRate;
  }

  noteScreenshotRate(bytesPerMs: number): void {
    this.#screenshotRate = bytesPerMs;
  }

  /** The largest picture of the screen that is read. */
  get pictureBounds(): PictureBounds {
    return this.#pictureBounds;
  }

  /** What the window manager says of the screen. */
  noteScreen(size: Size | null): void {
    if (size) this.#pictureBounds = pictureBounds(size);
  }

  /** How long one `input` call takes on the device, in ms; null before it was measured. */
  get inputMs(): number | null {
    return this.#inputMs;
  }

  noteInputMs(inputMs: number): void {
    this.#inputMs = inputMs;
  }

  /** Something that the device turned out not to have, for example `gzip`: not tried again. */
  noteMissing(feature: string): void {
    this.#missing.add(feature);
  }

  isMissing(feature: string): boolean {
    return this.#missing.has(feature);
  }
}
