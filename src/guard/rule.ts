import type { Finding } from "./decision.js";
import type { GuardedAction, GuardedApp, GuardedScreen } from "./guarded-action.js";
import type { TargetFacts } from "./target-facts.js";

/** All that a rule may go by. */
export interface Situation {
  readonly action: GuardedAction;
  /** Null if no screen was read: a command needs none. */
  readonly screen: GuardedScreen | null;
  /** Package and activity that the action goes to, if known. */
  readonly app: GuardedApp;
  /** What the action touches or types into; null if it touches nothing, or nothing known. */
  readonly target: TargetFacts | null;
}

/**
 * Pure: finds what an action belongs to, or nothing. Findings of all rules are joined; none lowers what another found.
 */
export type Rule = (situation: Situation) => readonly Finding[];
