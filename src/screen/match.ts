import type { UiElement } from "./element.js";
import type { ActiveWindow, Ime } from "./facts.js";
import { normaliseLabel } from "./label.js";
import type { HierarchySource } from "./observation.js";
import type { Condition, ElementSelector, LabelTest, Phrase } from "./selector.js";

/** What a condition is judged on: part of an observation. */
export interface MatchSource {
  readonly hierarchySource: HierarchySource;
  readonly elements: readonly UiElement[];
  readonly activeWindow: ActiveWindow | null;
  readonly ime: Ime | null;
}

/**
 * How well labels have to agree, best first: the same, or the same but for upper and lower case. The first step at
 * which anything matches decides. "Delete" never means "Delete all": for a part of a label there is ~"Delete".
 */
const STRICTNESS = ["same", "sameLetters"] as const;
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
  if (phrase.value !== null && !hasValue(element, phrase.value)) return false;
  if (!phrase.states.every(({ state, is }) => stateOf(element, state) === is)) return false;
  return phrase.label === null || hasLabel(element, phrase.label, strictness);
}

function hasId(element: UiElement, id: string): boolean {
  const own = element.resourceId ?? "";
  return own === id || (!id.includes(":") && own.replace(/^[^/]*:id\//, "") === id);
}

/** Where the source does not tell what was entered from the hint, what the field shows is what it holds. */
function hasValue(element: UiElement, value: string): boolean {
  if (element.value !== null || !element.actions.includes("edit")) return element.value === value;
  return element.labels.includes(value);
}

/** A state that the source did not report is not there; unreported `enabled` counts as enabled. */
function stateOf(element: UiElement, state: Phrase["states"][number]["state"]): boolean {
  return state === "enabled" ? element.enabled !== false : element[state] === true;
}

/** One of the labels, or all of them in their order, as the outline shows them. */
function hasLabel(element: UiElement, { text, isPart }: LabelTest, strictness: Strictness): boolean {
  const labels = [...element.labels, element.labels.join(" ")];
  if (isPart) return labels.some((label) => fold(label).includes(fold(text)));
  return strictness === "same" ? labels.includes(text) : labels.some((label) => fold(label) === fold(text));
}

/** Elements whose labels say something like what the selector asks for: for telling what else might be meant. */
export function similarElements(selector: ElementSelector, elements: readonly UiElement[]): readonly UiElement[] {
  const label = selector.phrases[0]?.label;
  if (!label) return [];
  const wanted = fold(label.text);
  const isSimilar = (own: string) => own.includes(wanted) || (own.length > 2 && wanted.includes(own));
  return elements.filter((element) => element.labels.some((own) => isSimilar(fold(own))));
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

/** Whether the condition is true of the screen; null where what was seen of it does not tell, one way or the other. */
export function judge(condition: Condition, source: MatchSource): boolean | null {
  switch (condition.kind) {
    case "exists":
      return source.hierarchySource === "none" ? null : matchElements(condition.element, source.elements).length > 0;
    case "app":
      return isInFront(condition.package, source.activeWindow);
    case "keyboard":
      return source.ime?.visible ?? null;
    case "not":
      return negate(judge(condition.condition, source));
    case "and":
      return negate(anyOf(condition.conditions.map((one) => negate(judge(one, source)))));
    case "or":
      return anyOf(condition.conditions.map((one) => judge(one, source)));
  }
}

function isInFront(packageName: string, window: ActiveWindow | null): boolean | null {
  if (!window) return null;
  return window.package === packageName || window.app?.package === packageName;
}

function negate(judgement: boolean | null): boolean | null {
  return judgement === null ? null : !judgement;
}

function anyOf(judgements: readonly (boolean | null)[]): boolean | null {
  if (judgements.includes(true)) return true;
  return judgements.includes(null) ? null : false;
}
