import type { ActResult } from "../../actions/proof/performed.js";
import { type FoveaError, toFoveaError } from "../../base/errors.js";
import type { Done } from "./done.js";
import type { PlainCommand } from "./flow.js";
import type { Leniency } from "./run-blocks.js";
import { didNothing } from "./verification.js";

/** A command, its reported results, and the function that performs it. */
export interface PerformedStep {
  readonly command: PlainCommand;
  readonly reported: readonly Done[];
  readonly perform: () => Promise<ActResult | null>;
}

/** A failed step: the error of its last attempt, and the errors of the attempts before. */
export interface Failed {
  readonly error: FoveaError;
  readonly leniency: Leniency;
  readonly failures: readonly string[];
  readonly began: number;
}

interface Attempts {
  readonly command: PlainCommand;
  readonly most: number;
  /** After its abort no attempt begins. */
  readonly signal: AbortSignal;
  /** Receives the errors of all attempts except the last, one line each. */
  readonly failures: string[];
}

/**
 * Performs a step, and tries it again if an attempt failed without any effect; gives its result. Errors: those of the
 * last attempt.
 */
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
