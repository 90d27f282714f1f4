import type { ProbeContext } from "./probe.js";
import type { WindowAndScreenshot } from "./probes/window-and-screenshot.js";

/** Questions of the caller of an observation, which share streams with it where no companion answers. */
export interface Alongside {
  /** The window facts, in a stream with what is to be known besides; null if that was done already. */
  takeWindowAndScreenshot(context: ProbeContext, signal: AbortSignal): WindowAndScreenshot | null;
  /** The app whose frames are read right after the hierarchy; null for none. */
  readonly framesOf: string | null;
}

/** What an observation gets. */
export interface LookContext extends ProbeContext {
  /** Absent for most. */
  readonly alongside?: Alongside;
}
