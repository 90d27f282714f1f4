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

/**
 * The elements that the selector names, in reading order; empty for none. The system bars are searched only where
 * nothing else fits: what the outline does not show is not meant while something in it is.
 */
export function matchElements(selector: ElementSelector, elements: readonly UiElement[]): readonly UiElement[] {
  for (const isBar of [false, true]) {
    const searched = elements.filter((element) => element.systemBar === isBar);
    const byRef = new Map(searched.map((element) => [element.ref, element]));
    for (const strictness of STRICTNESS) {
      const found = namedBy(selector.phrases, byRef, strictness);
      if (found) return found;
    }
  }
  return [];
}

type Refs = ReadonlyMap<string, UiElement>;

/** From the outermost phrase inwards, each within what the one before named; undefined where nothing fits the last. */
function namedBy(phrases: readonly Phrase[], byRef: Refs, strictness: Strictness): readonly UiElement[] | undefined {
  let around: ReadonlySet<UiElement> | undefined;
  let named: readonly UiElement[] | undefined;
  for (const phrase of phrases.toReversed()) {
    const outer: ReadonlySet<UiElement> | undefined = around;
    const fitting = [...byRef.values()].filter(
      (element) => fits(phrase, element, strictness) && (!outer || liesIn(element, outer, byRef)),
    );
    if (fitting.length === 0) return undefined;
    named = phrase.ordinal === null ? fitting : fitting.slice(phrase.ordinal - 1, phrase.ordinal);
    around = new Set(named);
  }
  return named;
}

function liesIn(element: UiElement, outer: ReadonlySet<UiElement>, byRef: Refs): boolean {
  const above = (one: UiElement) => (one.parent === null ? undefined : byRef.get(one.parent));
  for (let at = above(element); at; at = above(at)) if (outer.has(at)) return true;
  return false;
}

function fits(phrase: Phrase, element: UiElement, strictness: Strictness): boolean {
  if (phrase.ref !== null && phrase.ref !== element.ref) return false;
  if (phrase.role !== null && phrase.role !== element.role) return false;
  if (phrase.id !== null && !hasId(element, phrase.id)) return false;
  if (phrase.value !== null && element.value !== phrase.value) return false;
  if (!phrase.states.every((wanted) => isIn(element, wanted))) return false;
  return phrase.label === null || hasLabel(element, phrase.label, strictness);
}

/** By the whole id, or by its name, which some toolkits report without a package. */
function hasId({ resourceId }: UiElement, id: string): boolean {
  const own = normaliseLabel(resourceId ?? "");
  return own === id || own.replace(/^[\w.]+:id\//, "") === id;
}

/**
 * A state that the source did not report is not there, and unreported `enabled` counts as enabled; but only what can be
 * checked is unchecked.
 */
function isIn(element: UiElement, { state, is }: Phrase["states"][number]): boolean {
  if (state === "checked") return element.checked === is;
  return (state === "enabled" ? element.enabled !== false : element[state] === true) === is;
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
