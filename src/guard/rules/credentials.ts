import { fillsIn } from "../../base/key-names.js";
import type { Finding, Signal } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { conceptsIn } from "../words.js";
import { isActivation } from "./activation.js";

/** The PIN pad of the lock screen, its pattern and its password. */
const PAD = /^key(?: ?\d| enter)$|\b(?:pin ?pad|pin entry|lock pattern|password entry|bouncer)\b/;

const SYSTEM_UI = /^com\.android\.systemui$/;

/** Detects secrets: text and keys for a password field, a secret that is shown, and a PIN that unlocks the phone. */
export const credentials: Rule = (situation) => {
  const { action, target } = situation;
  if (entersPin(situation)) return [LOCK];
  if (!target) return [];
  if (target.element.password === true && (action.kind === "type" || (action.kind === "key" && fillsIn(action.key))))
    return typed(situation);
  if (!isActivation(situation)) return [];
  const isPad = PAD.test(target.idWords) && SYSTEM_UI.test(target.element.package ?? "");
  if (isPad || (isKeyguard(situation) && target.words.some((words) => /^\d(?: |$)/.test(words)))) return [LOCK];
  const shown = target.words.find((words) => shows(words));
  return shown === undefined || target.element.role === "row"
    ? []
    : [{ class: "credential", severity: "block", signals: [{ kind: "label", value: shown }] }];
};

const LOCK: Finding = { class: "lock", severity: "confirm", signals: [{ kind: "window", value: "keyguard" }] };

/** On the lock screen, keys and text always reach the PIN entry, whatever has the focus. */
function entersPin(situation: Situation): boolean {
  const { action, target } = situation;
  if (!isKeyguard(situation)) return false;
  return (
    (action.kind === "key" && /^(?:NUMPAD_)?\d$/.test(action.key)) ||
    (action.kind === "type" && target?.element.password !== true)
  );
}

function typed(situation: Situation): readonly Finding[] {
  const signal: Signal = { kind: "state", value: "password field" };
  const field: Finding = { class: "credential", severity: "confirm", signals: [signal] };
  return isKeyguard(situation) ? [field, { class: "lock", severity: "confirm", signals: [signal] }] : [field];
}

function isKeyguard({ screen }: Situation): boolean {
  return screen?.keyguard?.showing === true || screen?.activeWindow?.type === "keyguard";
}

/** Whether the words show a secret, in several languages. No other word makes a password field visible. */
function shows(words: string): boolean {
  const { whole, first, last, any, length } = conceptsIn(words);
  const isVerb = first.has("reveal") || last.has("reveal");
  return whole.has("show") || (isVerb && (any.has("secret") || SECRET.test(words)) && length <= MOST_WORDS);
}

/** Abbreviations that are the same in most languages. */
const SECRET = /\b(?:pin|cvv|cvc)\b/;

/** A longer label is a text, not the name of a button. */
const MOST_WORDS = 6;
