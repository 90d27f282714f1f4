import type { GuardedAction, GuardedScreen } from "./guarded-action.js";

/** One action as it is about to be sent, and the call that asked for it. */
export interface GateQuestion {
  readonly serial: string;
  readonly call: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };
  readonly action: GuardedAction;
  /** Null if the action touches nothing on the screen, or none was read. */
  readonly screen: GuardedScreen | null;
  /** It is only planned: somebody is asked about the plan afterwards. False if absent. */
  readonly isPlanned?: boolean;
}

/** Every action passes here before it is sent, whichever way it came in. */
export interface Gate {
  /** Whether decisions depend on the contents of the screen: then an unknown target is read first. */
  readonly looks: boolean;
  /**
   * Whether a person agreed to an action on the screen as it was: that is then read again, even if events show that
   * nothing changed.
   */
  readonly isAgreed: boolean;
  /** Asks the gate for one act, which may be planned several times. */
  begin(): ActGate;
}

export interface ActGate {
  /**
   * Returns where the action may be sent. Errors: ACTION_BLOCKED, CONFIRMATION_REQUIRED, CONSENT_STALE: in each of them
   * nothing was sent.
   */
  pass(question: GateQuestion): void;
}

/** Lets everything through. */
export const OPEN_GATE: Gate = Object.freeze({ looks: false, isAgreed: false, begin: () => ({ pass: () => {} }) });
