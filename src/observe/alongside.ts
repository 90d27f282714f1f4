import type { ProbeContext } from "./probe.js";
import type { WindowAndScreenshot } from "./probes/window-and-screenshot.js";

/** Extra questions of an action. They share the streams of its observation if no companion answers. */
export interface Alongside {
  /**
   * Reads the window facts in the stream that also reads other facts; null if that stream was used or is not available.
   */
  takeWindowAndScreenshot(context: ProbeContext, signal: AbortSignal): WindowAndScreenshot | null;
  /** The app whose frames are read right after the hierarchy; null for none. */
  readonly framesOf: string | null;
}

/** The context of an observation. */
export interface ObservationContext extends ProbeContext {
  /** The extra questions; absent for most observations. */
  readonly alongside?: Alongside;
}
