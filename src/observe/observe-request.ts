import type { HierarchySourceOption, VisionMode } from "../base/options/choices.js";

/** A picture as a model gets it. */
export interface PicturePreference {
  /** The longest side of the picture in pixels; smaller screens are not enlarged. */
  readonly longestSide: number;
  /** The quality of the JPEG, 1 to 100. */
  readonly quality: number;
}

/** The parts of the screen that an observation is to read. */
export interface ObserveRequest {
  /** Read the view hierarchy. */
  readonly hierarchy: boolean;
  /**
   * Take a screenshot; `unlessLive` where the hierarchy is slow to read, and the next observation starts from pixels.
   */
  readonly screenshot: boolean | "unlessLive";
  /**
   * A picture in this size, as a model gets it, will do for the screenshot: the companion makes it on the device where
   * it can, and the observation has no `screenshot` then.
   */
  readonly picture?: PicturePreference;
  /** Read the frame statistics of the app in front, or read them and reset the counters. */
  readonly frameStats: "off" | "read" | "reset" | "unlessLive";
  /**
   * Read every window now; `forced` past the framework's own cache, which may be stale where an app changes its screen
   * without an event. Else a window may stand as it was read before, where the companion heard of no change; and
   * without a companion, a tree that uiautomator read under the picture that the screen still gives.
   */
  readonly fresh: boolean | "forced";
  /** Where the hierarchy is to come from; as the session is set where absent. */
  readonly source?: HierarchySourceOption;
  /**
   * When detectors look at the picture. `session` as the session is set; `sticky`, where absent, so that what the last
   * observation had from pixels can be found again: as requested there, else as the session is set.
   */
  readonly vision?: VisionMode | "session" | "sticky";
}

export const OBSERVE_ALL: ObserveRequest = { hierarchy: true, screenshot: true, frameStats: "read", fresh: true };
/** A picture, and the facts that it is read with. */
export const OBSERVE_PICTURE: ObserveRequest = { ...OBSERVE_ALL, hierarchy: false, frameStats: "off" };
/** What finding and judging elements needs. */
export const OBSERVE_TREE: ObserveRequest = { ...OBSERVE_ALL, screenshot: false, frameStats: "off" };
