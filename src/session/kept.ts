import { Lock } from "../base/lock.js";
import { SharedWork } from "../base/shared-work.js";
import type { Gate } from "../guard/gate.js";
import type { ElementContext, UiElement } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import type { Observation } from "../screen/observation.js";
import { ScreenMemory } from "../screen/screen-memory.js";
import type { EncodedImage } from "../vision/image.js";
import type { Caller } from "./caller.js";
import { EncodedPictures } from "./encoded-pictures.js";
import { LastScreenshotSent } from "./last-screenshot-sent.js";
import { CompanionMemory } from "./memories/companion-memory.js";
import { DeviceTraits } from "./memories/device-traits.js";
import { PixelMemory } from "./memories/pixel-memory.js";
import { ShownScreens } from "./shown-screens.js";

/** The result of one observation for all callers that asked for it. */
export interface SharedReading {
  readonly observation: Observation;
  readonly frame: Frame | null;
  readonly picture: EncodedImage | null;
  readonly treeReadAtMs: number | null;
}

/** So many readings go on at once: each may hold a picture and a tree of many megabytes. */
const MOST_READINGS = 4;

/** What an element was, in the outline's words, and what stood around it. */
export interface GoneElement extends Pick<UiElement, "role" | "labels"> {
  readonly words: string;
  readonly context: ElementContext;
}

/** What is kept of a device, for all callers. */
export interface Kept {
  /** `uiautomator dump` can run once at a time on a device. */
  readonly dumps: Lock;
  /** How windows looked before the last observation: what refs come back by. */
  readonly screens: ScreenMemory;
  readonly lastScreenshotSent: LastScreenshotSent;
  readonly encoded: EncodedPictures;
  /** One picture at a time is drawn on: each takes the memory of several. */
  readonly drawing: Lock;
  /** Whole looks at the screen, which those who ask at the same time share. */
  readonly readings: SharedWork<SharedReading>;
  readonly pixels: PixelMemory;
  readonly companion: CompanionMemory;
  readonly traits: DeviceTraits;
  /** Words, not the elements: those of fifty devices would add up. */
  readonly gone: Map<string, GoneElement>;
  readonly shown: ShownScreens;
  /** The last screen shown to callers whose requests do not identify them. */
  reportedNameless: Observation | null;
  last: Observation | null;
  /** The last one before the last act. */
  beforeLastAct: Observation | null;
  lastTarget: string | null;
  /** Actions that were done on the device, for all callers. */
  acts: number;
}

/** What is known of a device that was never looked at. */
export function newKept(): Kept {
  const shared = {
    dumps: new Lock(),
    screens: new ScreenMemory(),
    lastScreenshotSent: new LastScreenshotSent(),
    encoded: new EncodedPictures(),
    drawing: new Lock(),
    readings: new SharedWork<SharedReading>(MOST_READINGS),
  };
  const memories = { pixels: new PixelMemory(), companion: new CompanionMemory(), traits: new DeviceTraits() };
  const shown = new ShownScreens();
  return { ...shared, ...memories, gone: new Map(), shown, ...NOTHING_YET };
}

export const NOTHING_SEEN = { reportedNameless: null, last: null, beforeLastAct: null, lastTarget: null } as const;
const NOTHING_YET = { ...NOTHING_SEEN, acts: 0 } as const;

/** What is known already, and who looks at it. */
export interface View<Session> {
  readonly session: Session;
  readonly caller: Caller;
  readonly gate: Gate;
}
