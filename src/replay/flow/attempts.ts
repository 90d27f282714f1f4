import type { ActResult } from "../../actions/proof/performed.js";
import { type FoveaError, toFoveaError } from "../../base/errors.js";
import type { Done } from "./done.js";
import type { PlainCommand } from "./flow.js";
import type { Leniency } from "./run-blocks.js";
import { didNothing } from "./verification.js";

/** A command to perform, and the results of performing it. */
export interface PerformedStep {
  readonly command: PlainCommand;
  readonly reported: readonly Done[];
  readonly perform: () => Promise<ActResult | null>;
}

/** How a step failed: its last attempt, and why those before it did. */
export interface Failed {
  readonly error: FoveaError;
  readonly leniency: Leniency;
  readonly failures: readonly string[];
  readonly began: number;
}

interface Attempts {
  readonly command: PlainCommand;
  readonly most: number;
  /** No attempt begins after it. */
  readonly signal: AbortSignal;
  /** Gets why each attempt except the last one failed, a line each. */
  readonly failures: string[];
}

/** Tried again where nothing happened; gives what was done. Errors: of the last attempt. */
export async function inAttempts<Value>(
  { command, most, signal, failures }: Attempts,
  once: () => Promise<Value>,
): Promise<Value> {
  for (;;) {
    try {
      return await once();
    } catch (thrown) {
      const error = toFoveaError(thrown);
      if (failures.length + 1 >= most || signal.aborted || !didNothing(command, error)) throw thrown;
      failures.push(`! attempt ${failures.length + 1} of ${most}: ${error.code}: ${error.message}`);
    }
  }
}
