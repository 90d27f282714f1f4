import type { ActResult } from "../../actions/proof/performed.js";

/**
 * The result of a command; `result` is null if the command performed no action. `notes` are lines in addition to those
 * of the action.
 */
export interface Done {
  readonly result: ActResult | null;
  readonly notes: readonly string[];
  /** Why there was nothing to do; absent if the command did something or checked something. */
  readonly whyIdle?: string;
}

export const LOOKED: Done = { result: null, notes: [] };

export function idle(whyIdle: string): Done {
  return { result: null, notes: [], whyIdle };
}

export function doneBy(result: ActResult): Done {
  return { result, notes: [] };
}
