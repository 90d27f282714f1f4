import { type Decision, decide } from "./decision.js";
import type { GuardedAction, GuardedApp, GuardedScreen } from "./guarded-action.js";
import { RULES } from "./rules.js";
import { readTarget } from "./target-facts.js";

/**
 * What an action that is about to be sent belongs to, by what it touches, the screen as it was read last before it, and
 * the app it goes to (`app` where that is not the active window's own). Pure and deterministic: the same arguments give
 * the same decision, and no text on the screen can lower it.
 */
export function classify(action: GuardedAction, screen: GuardedScreen | null, app: GuardedApp | null = null): Decision {
  const target = readTarget(action, screen);
  const owner = app ?? appOf(screen, target?.element.package ?? null);
  return decide(RULES.flatMap((rule) => rule({ action, screen, app: owner, target })));
}

function appOf(screen: GuardedScreen | null, owner: string | null): GuardedApp {
  const window = screen?.activeWindow ?? null;
  const isOwn = owner === null || owner === window?.package;
  return { package: owner ?? window?.package ?? null, activity: isOwn ? (window?.activity ?? null) : null };
}
