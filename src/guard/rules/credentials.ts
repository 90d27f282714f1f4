import type { Finding, Signal } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { said } from "../words.js";
import { isActivation } from "./activation.js";

/** The PIN pad of the lock screen, its pattern and its password. */
const PAD = /^key(?: ?\d| enter)$|\b(?:pin ?pad|pin entry|lock pattern|password entry|bouncer)\b/;

/** Words for a password field leave the caller's hands, and so does a secret that is shown; a PIN unlocks the phone. */
export const credentials: Rule = (situation) => {
  const { action, target } = situation;
  if (!target) return [];
  if (action.kind === "type" && target.element.password === true) return typed(situation);
  if (!isActivation(situation)) return [];
  if (isKeyguard(situation) && (PAD.test(target.idWords) || target.words.some((words) => /^\d(?: |$)/.test(words))))
    return [{ class: "lock", severity: "confirm", signals: [{ kind: "window", value: "keyguard" }] }];
  const shown = target.words.find((words) => shows(words));
  return shown === undefined || target.element.role === "row"
    ? []
    : [{ class: "credential", severity: "block", signals: [{ kind: "label", value: shown }] }];
};

function typed(situation: Situation): readonly Finding[] {
  const signal: Signal = { kind: "state", value: "password field" };
  const field: Finding = { class: "credential", severity: "confirm", signals: [signal] };
  return isKeyguard(situation) ? [field, { class: "lock", severity: "confirm", signals: [signal] }] : [field];
}

function isKeyguard({ screen }: Situation): boolean {
  return screen?.keyguard?.showing === true || screen?.activeWindow?.type === "keyguard";
}

/** Showing a secret in the words of several languages; a password field is never shown by another word. */
function shows(words: string): boolean {
  return said(words).whole.has("show");
}
