import { type Decision, decide } from "./decision.js";
import type { GuardedAction, GuardedApp, GuardedScreen } from "./guarded-action.js";
import { RULES } from "./rules.js";
import { readTargets, type TargetFacts } from "./target-facts.js";

/**
 * Classifies an action before it is sent, by its target, the last read screen, and its app. Pure and deterministic: the
 * same arguments give the same decision, and no text on the screen can weaken it.
 */
export function classify(action: GuardedAction, screen: GuardedScreen | null): Decision {
  const targets = readTargets(action, screen);
  const situations = (targets.length === 0 ? [null] : targets).map((target) => ({
    action,
    screen,
    app: appOf(action, screen, target),
    target,
  }));
  return decide(situations.flatMap((situation) => RULES.flatMap((rule) => rule(situation))));
}

/** The app that receives an action. */
export function appOf(action: GuardedAction, screen: GuardedScreen | null, target: TargetFacts | null): GuardedApp {
  if ("package" in action) return { package: action.package, activity: null };
  const window = screen?.activeWindow ?? null;
  const owner = target?.element.package ?? null;
  const isOwn = owner === null || owner === window?.package;
  return { package: owner ?? window?.package ?? null, activity: isOwn ? (window?.activity ?? null) : null };
}
