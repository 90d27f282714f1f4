import type { GuardedAction, GuardedScreen } from "../guard/guarded-action.js";
import { assertStillLeased } from "../session/lease-of.js";
import type { Session } from "../session/session.js";
import type { ActCall } from "../session/session-watcher.js";

/** Proof that an action passed the gate of its session: only the gate gives one, and whatever sends input wants one. */
class Passed {
  readonly #isPassed = true;

  /** Whether a value is one. */
  static is(value: object): boolean {
    return #isPassed in value;
  }
}

export type { Passed };

/** Errors: those of Gate.pass; LEASE_LOST where the call was under a lease of a farm that has ended. */
export type AskGate = (action: GuardedAction, screen: GuardedScreen | null) => Passed;

/**
 * How a verb asks the gate of its session before it sends: once for each plan, on the screen that the plan was made on.
 */
export function gateOf(session: Session, call: ActCall): AskGate {
  const { device } = session;
  const gate = session.gate.begin();
  return (action, screen) => {
    assertStillLeased();
    gate.pass({ serial: device.serial, call, action, screen });
    return new Passed();
  };
}
