import type { ProbeContext } from "./probe.js";
import type { WindowAndScreenshot } from "./window-and-screenshot.js";

/** Questions of whoever asked for a look, that share streams with it where no companion answers. */
export interface Alongside {
  /** The window facts, in a stream with what is to be known besides; null where that was done already. */
  takeWindowAndScreenshot(context: ProbeContext, signal: AbortSignal): WindowAndScreenshot | null;
  /** The app whose frames are told right after the tree; null for none. */
  readonly framesOf: string | null;
}

/** What a look gets. */
export interface LookContext extends ProbeContext {
  /** Absent for most. */
  readonly alongside?: Alongside;
}
