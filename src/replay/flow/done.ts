import type { ActResult } from "../../actions/proof/performed.js";

/** What was done; null if nothing was, but looking. `notes` are lines besides those of the action. */
export interface Done {
  readonly result: ActResult | null;
  readonly notes: readonly string[];
  /** Why there was nothing to do; absent if something was done, or looked for. */
  readonly whyIdle?: string;
}

export const LOOKED: Done = { result: null, notes: [] };

export function idle(whyIdle: string): Done {
  return { result: null, notes: [], whyIdle };
}

export function doneBy(result: ActResult): Done {
  return { result, notes: [] };
}
