import type { GuardedAction, GuardedScreen } from "../guard/guarded-action.js";
import { assertStillLeased } from "../session/lease-of.js";
import type { Session } from "../session/session.js";
import type { ActCall } from "../session/session-watcher.js";

/**
 * Proof that the guard of the session let an action pass. Only gateOf creates one, and every function that sends input
 * requires one.
 */
class Passed {
  readonly #isPassed = true;

  /** Whether a value is such a proof. */
  static is(value: object): boolean {
    return #isPassed in value;
  }
}

export type { Passed };

/**
 * Asks the guard of the session whether an action may be sent. Errors: those of Gate.pass; LEASE_LOST if the farm lease
 * of the call has ended.
 */
export type AskGate = (action: GuardedAction, screen: GuardedScreen | null) => Passed;

/**
 * Gives the function with which a verb asks the guard before it sends: once for each plan, with the screen on which the
 * plan was made.
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
