import { FoveaError } from "../../base/errors.js";
import type { UiElement } from "../../screen/element.js";
import { normaliseLabel, quoteLabel } from "../../screen/label.js";
import { judge } from "../../screen/match.js";
import type { MatchSource } from "../../screen/match-source.js";
import { hasMisspelt, isMisspelt } from "../../screen/misspelt.js";
import type { Condition } from "../../screen/selector.js";
import type { LabelTest, Phrase } from "../../screen/selector-element.js";
import { printCondition } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { describe } from "../targets/refuse-target.js";

/** A name that was on no screen so far, and an element with a similar name. */
interface Misspelt {
  readonly name: string;
  readonly near: UiElement;
}

/**
 * A true "not there" proves nothing if the name was on no screen so far, and is one typing mistake away from a name on
 * the screen. Errors: FACT_UNKNOWN for a condition that is true only because of such a name.
 */
export function requireKnownNames(session: Session, condition: Condition, source: MatchSource): void {
  const found = misspeltBy(session, condition, source);
  if (found === null) return;
  throw new FoveaError("FACT_UNKNOWN", `${printCondition(condition)} proves nothing: ${doubtWords(found)}`, {
    device: session.device.serial,
    hint: `If ${found.near.ref} is meant, write its name; else name another label, role or id of the expected screen.`,
  });
}

/** Why such a name proves nothing. */
export function doubtWords({ name, near }: Misspelt): string {
  return `no screen so far had ${quoteLabel(name)}, and ${describe(near)} has a similar name`;
}

/** The misspelt name that makes a condition true; null if none does. */
export function misspeltBy(session: Session, condition: Condition, source: MatchSource): Misspelt | null {
  const all: Misspelt[] = [];
  const doubted = doubtNames(condition, (phrases) => {
    const found = phrases.flatMap((phrase) => misspeltIn(session, phrase, source.elements) ?? []);
    all.push(...found);
    return found.length > 0;
  });
  return all.length > 0 && judge(doubted, source) !== true ? (all[0] ?? null) : null;
}

/** The condition, in which the result is unknown for elements with doubtful names. */
function doubtNames(condition: Condition, isDoubtful: (phrases: readonly Phrase[]) => boolean): Condition {
  const inside = (one: Condition) => doubtNames(one, isDoubtful);
  switch (condition.kind) {
    case "exists":
      return isDoubtful(condition.element.phrases) ? { kind: "judged", name: "unknown", holds: () => null } : condition;
    case "not":
    case "named":
      return { ...condition, condition: inside(condition.condition) };
    case "and":
    case "or":
      return { ...condition, conditions: condition.conditions.map(inside) };
    default:
      return condition;
  }
}

function misspeltIn(session: Session, phrase: Phrase, elements: readonly UiElement[]): Misspelt | null {
  const { label, id, role } = phrase;
  const alike = elements.filter((element) => role === null || element.role === role);
  if (label !== null && !elements.some((element) => hasLabel(element, label))) {
    const isNear = label.isPart ? hasMisspelt : isMisspelt;
    const near = alike.find((element) => labelsOf(element).some((own) => isNear(label.text, own)));
    if (near && !knownElements(session).some((element) => hasLabel(element, label))) return { name: label.text, near };
  }
  if (id === null || elements.some((element) => idOf(element) === nameOfId(id))) return null;
  const near = alike.find((element) => isMisspelt(nameOfId(id), idOf(element)));
  if (!near || knownElements(session).some((element) => idOf(element) === nameOfId(id))) return null;
  return { name: nameOfId(id), near };
}

function idOf({ resourceId }: Pick<UiElement, "resourceId">): string {
  return nameOfId(resourceId ?? "");
}

function labelsOf({ labels }: Pick<UiElement, "labels">): readonly string[] {
  return [...labels, labels.join(" ")];
}

function hasLabel(element: Pick<UiElement, "labels">, { text, isPart }: LabelTest): boolean {
  const wanted = fold(text);
  return labelsOf(element).some((own) => (isPart ? fold(own).includes(wanted) : fold(own) === wanted));
}

/** The elements of earlier screens: their names are not mistakes. */
function knownElements(session: Session): readonly Pick<UiElement, "labels" | "resourceId">[] {
  const screens = [session.lastReported, session.beforeLastAct];
  return [...screens.flatMap((screen) => screen?.elements ?? []), ...session.goneElements];
}

function fold(label: string): string {
  return normaliseLabel(label).toLocaleLowerCase("en");
}

function nameOfId(id: string): string {
  return id.replace(/^[\w.]+:id\//, "");
}
