import { verify } from "../../actions/conditions/verify.js";
import { waitFor } from "../../actions/conditions/wait-for.js";
import { isFoveaError } from "../../base/errors.js";
import type { Condition } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";

export interface Wait {
  readonly condition: Condition;
  readonly timeoutMs: number;
}

/**
 * Waits until the condition is true. Errors: EXPECTATION_FAILED with the present screen. A condition that could not be
 * decided counts neither as true nor as false, and gives the errors of reading the screen.
 */
export async function requireHeld(session: Session, wait: Wait, signal: AbortSignal): Promise<void> {
  const { condition, timeoutMs } = wait;
  try {
    await waitFor(session, { condition, timeoutMs }, () => {}, signal);
  } catch (error) {
    if (signal.aborted || !isFoveaError(error, "WAIT_TIMEOUT")) throw error;
    // Checked once more, for an error that names the present screen, or the reason why it cannot be decided.
    await verify(session, condition, signal);
  }
}

/** Whether the condition becomes true in time. Errors: those of reading the screen if it could not be decided. */
export async function becomesTrue(session: Session, wait: Wait, signal: AbortSignal): Promise<boolean> {
  try {
    await requireHeld(session, wait, signal);
    return true;
  } catch (error) {
    if (isFoveaError(error, "EXPECTATION_FAILED")) return false;
    throw error;
  }
}
