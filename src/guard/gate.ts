import type { GuardedAction, GuardedScreen } from "./guarded-action.js";

/** An action before it is sent, and its call. */
export interface GateQuestion {
  readonly serial: string;
  readonly call: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };
  readonly action: GuardedAction;
  /** The screen of the action; null if the action touches nothing on the screen, or if no screen was read. */
  readonly screen: GuardedScreen | null;
  /** Whether the action is only planned: somebody is asked about the plan afterwards. False if absent. */
  readonly isPlanned?: boolean;
}

/** Every action passes a gate before it is sent, from every kind of caller. */
export interface Gate {
  /** Whether decisions depend on the contents of the screen: then the screen is read if the target is unknown. */
  readonly readsScreen: boolean;
  /**
   * Whether a person agreed to an action on an earlier screen: then the screen is read again, even if events show that
   * nothing changed.
   */
  readonly isAgreed: boolean;
  /** Makes the gate for one action, which may be planned several times. */
  begin(): ActGate;
}

export interface ActGate {
  /**
   * Returns if the action may be sent. Errors: ACTION_BLOCKED, CONFIRMATION_REQUIRED, CONSENT_STALE; nothing was sent
   * then.
   */
  pass(question: GateQuestion): void;
}

/** A gate that every action passes. */
export const OPEN_GATE: Gate = Object.freeze({
  readsScreen: false,
  isAgreed: false,
  begin: () => ({ pass: () => {} }),
});
