import type { ActResult } from "../../actions/proof/performed.js";
import { toFoveaError } from "../../base/errors.js";
import type { PlainCommand } from "./flow.js";
import type { Done } from "./perform-command.js";
import { didNothing } from "./verification.js";

/** A command that is to be performed, and what its performances came to. */
export interface PerformedStep {
  readonly command: PlainCommand;
  readonly reported: readonly Done[];
  readonly perform: () => Promise<ActResult | null>;
}

interface Attempts {
  readonly command: PlainCommand;
  readonly most: number;
  /** No attempt begins after it. */
  readonly signal: AbortSignal;
}

/** Tried again where nothing happened; gives what was done and why earlier attempts failed. Errors: of the last one. */
export async function inAttempts(
  { command, most, signal }: Attempts,
  once: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (;;) {
    try {
      return [...failures, ...(await once())];
    } catch (thrown) {
      const error = toFoveaError(thrown);
      if (failures.length + 1 >= most || signal.aborted || !didNothing(command, error)) throw thrown;
      failures.push(`! attempt ${failures.length + 1} of ${most}: ${error.code}: ${error.message}`);
    }
  }
}
