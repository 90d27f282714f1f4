import type { ActResult } from "../../actions/proof/performed.js";

/** What was done; null where nothing was, but looking. `notes` are lines besides those of the action. */
export interface Done {
  readonly result: ActResult | null;
  readonly notes: readonly string[];
}

export const LOOKED: Done = { result: null, notes: [] };

export function acted(result: ActResult): Done {
  return { result, notes: [] };
}
