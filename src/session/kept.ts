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

/** How many readings run at the same time: each may need many megabytes for its screenshot and hierarchy. */
const MOST_READINGS = 4;

/** The description of an element that is gone, in the outline's form, and its context. */
export interface GoneElement extends Pick<UiElement, "role" | "labels" | "resourceId"> {
  readonly words: string;
  readonly context: ElementContext;
}

/** The data that is kept of a device, for all callers. */
export interface Kept {
  /** `uiautomator dump` can run only once at a time on a device. */
  readonly dumps: Lock;
  /** How windows looked before the last observation: elements that return get their old refs by it. */
  readonly screens: ScreenMemory;
  readonly lastScreenshotSent: LastScreenshotSent;
  readonly encoded: EncodedPictures;
  /** Only one image is drawn on at a time: each needs the memory of several. */
  readonly drawing: Lock;
  /** Running observations, shared by callers that ask at the same time. */
  readonly readings: SharedWork<SharedReading>;
  readonly pixels: PixelMemory;
  readonly companion: CompanionMemory;
  readonly traits: DeviceTraits;
  /** Descriptions only, not elements: the elements of fifty devices would need too much memory. */
  readonly gone: Map<string, GoneElement>;
  readonly shown: ShownScreens;
  /** The last screen shown to callers whose requests do not identify them. */
  reportedNameless: Observation | null;
  last: Observation | null;
  /** The last observation before the last action. */
  beforeLastAct: Observation | null;
  lastTarget: string | null;
  /** How many actions were done on the device, by all callers. */
  acts: number;
}

/** The data of a device that was never observed. */
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

/** The session to share, with another caller and gate. */
export interface View<Session> {
  readonly session: Session;
  readonly caller: Caller;
  readonly gate: Gate;
}
