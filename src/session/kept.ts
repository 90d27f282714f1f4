import { Lock } from "../base/lock.js";
import { SharedWork } from "../base/shared-work.js";
import type { ElementContext } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import type { Observation } from "../screen/observation.js";
import { ScreenMemory } from "../screen/screen-memory.js";
import type { TileGrid } from "../screen/tiles.js";
import type { EncodedImage } from "../vision/image.js";
import type { Caller } from "./caller.js";
import { EncodedPictures } from "./encoded-pictures.js";
import { LastGiven } from "./given-picture.js";
import type { KnownFront, KnownTrees } from "./known.js";
import { type PictureBounds, pictureBounds } from "./picture-bounds.js";
import { ShownScreens } from "./shown-screens.js";

/** Fingerprint of the pixels of an observation. */
export type Tiles = { readonly observationId: string; readonly grid: TileGrid };

/** What one look gives all who asked for it. */
export interface SharedReading {
  readonly observation: Observation;
  readonly frame: Frame | null;
  readonly picture: EncodedImage | null;
}

/** So many readings go on at once: each may hold a picture and a tree of many megabytes. */
const MOST_READINGS = 4;

/** What an element was, in the outline's words, and what stood around it. */
export interface GoneElement {
  readonly words: string;
  readonly context: ElementContext;
}

/** What is kept of a device, for all callers. */
export interface Kept {
  /** `uiautomator dump` can run once at a time on a device. */
  readonly dumps: Lock;
  /** How windows looked before the last observation: what refs come back by. */
  readonly screens: ScreenMemory;
  readonly given: LastGiven;
  readonly encoded: EncodedPictures;
  /** One picture at a time is drawn on: each takes the memory of several. */
  readonly drawing: Lock;
  /** Whole looks at the screen, which those who ask at the same time share. */
  readonly readings: SharedWork<SharedReading>;
  /** Words, not the elements: those of fifty devices would add up. */
  readonly gone: Map<string, GoneElement>;
  readonly missing: Set<string>;
  readonly shown: ShownScreens;
  last: Observation | null;
  tiles: Tiles | null;
  seenTiles: Tiles | null;
  screenshotRate: number | null;
  pictureBounds: PictureBounds;
  inputMs: number | null;
  lastTarget: string | null;
  treeReadAtMs: number | null;
  front: KnownFront | null;
  trees: KnownTrees | null;
  /** Acts that were done on the device, whoever asked for them. */
  acts: number;
}

/** What is known of a device that was never looked at. */
export function newKept(): Kept {
  const shared = {
    dumps: new Lock(),
    screens: new ScreenMemory(),
    given: new LastGiven(),
    encoded: new EncodedPictures(),
    drawing: new Lock(),
    readings: new SharedWork<SharedReading>(MOST_READINGS),
  };
  const maps = { gone: new Map(), missing: new Set<string>(), shown: new ShownScreens() };
  const seen = { last: null, tiles: null, seenTiles: null, treeReadAtMs: null, front: null, trees: null };
  const measured = { screenshotRate: null, pictureBounds: pictureBounds(null), inputMs: null };
  return { ...shared, ...maps, ...seen, ...measured, lastTarget: null, acts: 0 };
}

/** What is known already, and who looks at it. */
export interface View<Session> {
  readonly session: Session;
  readonly caller: Caller;
}
