import type { HierarchySourceOption, VisionMode } from "../base/options/choices.js";

/** The size and quality of an image for a model. */
export interface PicturePreference {
  /** The longest side of the image in pixels; smaller screens are not enlarged. */
  readonly longestSide: number;
  /** The quality of the JPEG, 1 to 100. */
  readonly quality: number;
}

/** The parts of the screen that an observation is to read. */
export interface ObserveRequest {
  /** Read the view hierarchy. */
  readonly hierarchy: boolean;
  /**
   * Take a screenshot. `unlessLive`: only without a companion, where the hierarchy is slow to read, so that the next
   * observation can start from pixels.
   */
  readonly screenshot: boolean | "unlessLive";
  /**
   * An image of this size is enough, as a model gets it. The companion makes it on the device if it can, and then the
   * observation has no `screenshot`.
   */
  readonly picture?: PicturePreference;
  /** Read the frame statistics of the app in front, or read them and reset the counters. */
  readonly frameStats: "off" | "read" | "reset" | "unlessLive";
  /**
   * True: read every window now; `forced`: also skip the framework's own cache, which may be stale if an app changes
   * its screen without an event. False: a window may be reused as it was read before if the companion received no
   * change of it; without a companion, so may a hierarchy of uiautomator if the screen still looks the same.
   */
  readonly fresh: boolean | "forced";
  /** The source of the hierarchy; if absent, as the session is configured. */
  readonly source?: HierarchySourceOption;
  /**
   * When detectors run on the screenshot. `session`: as the session is configured. `sticky`, which is the default: as
   * the last observation requested, if it has elements that only pixels show and its window is in front, so that these
   * can be found again; else as the session is configured.
   */
  readonly vision?: VisionMode | "session" | "sticky";
}

export const OBSERVE_ALL: ObserveRequest = { hierarchy: true, screenshot: true, frameStats: "read", fresh: true };
/** A screenshot, and the window facts that explain it. */
export const OBSERVE_PICTURE: ObserveRequest = { ...OBSERVE_ALL, hierarchy: false, frameStats: "off" };
/** What is needed to find and check elements. */
export const OBSERVE_TREE: ObserveRequest = { ...OBSERVE_ALL, screenshot: false, frameStats: "off" };
