import type { ProbeContext } from "./probe.js";
import type { Sight } from "./sight.js";

/** Questions of whoever asked for a look, that share streams with it where no on-device half answers. */
export interface Alongside {
  /** The window facts, in a stream with what is to be known besides; null where that was done already. */
  takeSight(context: ProbeContext, signal: AbortSignal): Sight | null;
  /** The app whose frames are told right after the tree; null for none. */
  readonly framesOf: string | null;
}

/** What a look gets. */
export interface LookContext extends ProbeContext {
  /** Absent for most. */
  readonly alongside?: Alongside;
}
