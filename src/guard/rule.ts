import type { Finding } from "./decision.js";
import type { GuardedAction, GuardedApp, GuardedScreen } from "./guarded-action.js";
import type { TargetFacts } from "./target-facts.js";

/** Everything that a rule may use for its decision. */
export interface Situation {
  readonly action: GuardedAction;
  /** The last read screen; null if no screen was read: a command needs no screen. */
  readonly screen: GuardedScreen | null;
  /** Package and activity that the action goes to, if known. */
  readonly app: GuardedApp;
  /** What the action touches or types into; null if it touches nothing, or if the target is unknown. */
  readonly target: TargetFacts | null;
}

/**
 * Pure: finds the categories of an action; none if the rule does not apply. The findings of all rules are added up: no
 * rule removes or weakens a finding of another rule.
 */
export type Rule = (situation: Situation) => readonly Finding[];
