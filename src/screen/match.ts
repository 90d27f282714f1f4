import type { UiElement } from "./element.js";
import type { ActiveWindow, Ime } from "./facts.js";
import { normaliseLabel } from "./label.js";
import type { Condition, ElementSelector, LabelTest, Phrase } from "./selector.js";

/** What a condition is judged on: part of an observation. */
export interface MatchSource {
  readonly elements: readonly UiElement[];
  readonly activeWindow: ActiveWindow | null;
  readonly ime: Ime | null;
}

/**
 * How well labels have to agree, best first: the same, the same but for upper and lower case, contained. The first
 * step at which anything matches decides, so "Save" never also means "Save as…" while a plain "Save" is there.
 */
const STRICTNESS = ["same", "sameLetters", "contained"] as const;
type Strictness = (typeof STRICTNESS)[number];

/** The elements that the selector names, in reading order; empty for none. */
export function matchElements(selector: ElementSelector, elements: readonly UiElement[]): readonly UiElement[] {
  const [phrase, ...around] = selector.phrases;
  if (!phrase) return [];
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  for (const strictness of STRICTNESS) {
    const found = elements.filter(
      (element) => fits(phrase, element, strictness) && liesIn(element, around, byRef, strictness),
    );
    if (found.length > 0) return phrase.ordinal === null ? found : found.slice(phrase.ordinal - 1, phrase.ordinal);
  }
  return [];
}

function fits(phrase: Phrase, element: UiElement, strictness: Strictness): boolean {
  if (phrase.ref !== null && phrase.ref !== element.ref) return false;
  if (phrase.role !== null && phrase.role !== element.role) return false;
  if (phrase.id !== null && !hasId(element, phrase.id)) return false;
  if (phrase.value !== null && element.value !== phrase.value) return false;
  if (!phrase.states.every(({ state, is }) => stateOf(element, state) === is)) return false;
  return phrase.label === null || hasLabel(element, phrase.label, strictness);
}

function hasId(element: UiElement, id: string): boolean {
  const own = element.resourceId ?? "";
  return own === id || (!id.includes(":") && own.replace(/^[^/]*:id\//, "") === id);
}

/** A state that the source did not report is not there; unreported `enabled` counts as enabled. */
function stateOf(element: UiElement, state: Phrase["states"][number]["state"]): boolean {
  return state === "enabled" ? element.enabled !== false : element[state] === true;
}

/** One of the labels, or all of them in their order, as the outline shows them. */
function hasLabel(element: UiElement, { text, isPart }: LabelTest, strictness: Strictness): boolean {
  const labels = [...element.labels, element.labels.join(" ")];
  if (isPart) return labels.some((label) => fold(label).includes(fold(text)));
  if (strictness === "same") return labels.includes(text);
  if (strictness === "sameLetters") return labels.some((label) => fold(label) === fold(text));
  return labels.some((label) => fold(label).includes(fold(text)));
}

function fold(label: string): string {
  return normaliseLabel(label).toLocaleLowerCase("en");
}

/** Some ancestor fits the first phrase around it, one of that ancestor's ancestors the next. */
function liesIn(
  element: UiElement,
  around: readonly Phrase[],
  byRef: ReadonlyMap<string, UiElement>,
  strictness: Strictness,
): boolean {
  let left = around;
  let at = element.parent === null ? undefined : byRef.get(element.parent);
  while (left.length > 0 && at) {
    const phrase = left[0];
    if (phrase && fits(phrase, at, strictness)) left = left.slice(1);
    at = at.parent === null ? undefined : byRef.get(at.parent);
  }
  return left.length === 0;
}

/** Whether the condition is true of the screen. An unknown keyboard or app makes its fact false. */
export function holds(condition: Condition, source: MatchSource): boolean {
  switch (condition.kind) {
    case "exists":
      return matchElements(condition.element, source.elements).length > 0;
    case "app":
      return (
        source.activeWindow?.package === condition.package || source.activeWindow?.app?.package === condition.package
      );
    case "keyboard":
      return source.ime?.visible === true;
    case "not":
      return !holds(condition.condition, source);
    case "and":
      return condition.conditions.every((one) => holds(one, source));
    case "or":
      return condition.conditions.some((one) => holds(one, source));
  }
}
