import { printPattern } from "./element-pattern.js";
import { quoteLabel } from "./label.js";
import type { Condition, Target } from "./selector.js";
import type { LabelTest, Phrase } from "./selector-element.js";
import { isWord } from "./selector-tokens.js";
import type { State } from "./selector-words.js";

/** The selector in its canonical spelling: parseTarget(printTarget(t)) gives t again, except for patterns of flows. */
export function printTarget(target: Target): string {
  if (target.kind === "point") return `${target.x},${target.y}`;
  if (target.kind === "share") return `${target.x}%,${target.y}%`;
  if ("query" in target) return `?${quoteLabel(target.query)}`;
  if ("pattern" in target) return printPattern(target.pattern);
  if ("stored" in target) return JSON.stringify(target.stored);
  return target.phrases.map(printPhrase).join(" in ");
}

function printPhrase(phrase: Phrase): string {
  const id = phrase.id === null ? null : printId(phrase.id);
  const label = phrase.label && printLabel(phrase.label);
  const states = phrase.states.map(({ state, is }) => (is ? state : (INVERTED[state] ?? `not ${state}`)));
  const value = phrase.value === null ? null : `= ${quoteLabel(phrase.value)}`;
  const ordinal = phrase.ordinal === null ? null : `#${phrase.ordinal}`;
  // `text = "Save"` is read as a label, which is the syntax of other tools: so the value of a text comes before its
  // role.
  const [before, behind] = phrase.role === "text" ? [value, null] : [null, value];
  const parts = [phrase.ref, before, phrase.role, label, id, ordinal, behind, ...states];
  return parts.filter((part) => part !== null).join(" ");
}

function printLabel({ text, isPart }: LabelTest): string {
  return `${isPart ? "~" : ""}${quoteLabel(text)}`;
}

function printId(id: string): string {
  const [, packageName = "", name = id] = /^([\w.]+:)id\/(.+)$/.exec(id) ?? [];
  return `${packageName}id/${isWord(name) ? name : quoteLabel(name)}`;
}

const INVERTED: Partial<Record<State, string>> = { enabled: "disabled", checked: "unchecked", selected: "unselected" };

/** A condition in its canonical spelling. */
export function printCondition(condition: Condition): string {
  if (condition.kind === "exists") return printTarget(condition.element);
  if (condition.kind === "toast") return `toast ${printLabel(condition.label)}`;
  if (condition.kind === "app") return `app ${condition.package}`;
  if (condition.kind === "activity") return `activity ${condition.name}`;
  if (condition.kind === "named" || condition.kind === "judged") return condition.name;
  if (condition.kind !== "and" && condition.kind !== "or" && condition.kind !== "not") return condition.kind;
  if (condition.kind === "not") return `not ${wrapped(condition.condition)}`;
  return condition.conditions.map(wrapped).join(` ${condition.kind} `);
}

function wrapped(condition: Condition): string {
  const isJoined = condition.kind === "and" || condition.kind === "or";
  return isJoined ? `(${printCondition(condition)})` : printCondition(condition);
}
